/* One cold process that does nothing: bare Node. */
import { reportCpu } from './report-cpu.js';

reportCpu();
