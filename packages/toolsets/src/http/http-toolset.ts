import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { HttpOptions, type HttpSettings } from './http-options.js';
import { HttpToolset } from './http.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/**
 * Makes the tool `http_fetch`. It reaches addresses on the internet, and those that you allow.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid
 * @example createRuntime({ toolsets: [toolsets, httpToolset({ denyHosts: ['*.example.com'] })] })
 */
export function httpToolset(settings: HttpSettings = {}): ComposedToolset<Tools> {
  return fromInstance(new HttpToolset(new HttpOptions(settings)), toolsets);
}
