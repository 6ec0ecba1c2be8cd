import { useSignal } from '@preact/signals';
import type { Issue, Json, Schema } from '../types.js';
import { branchesOf, branchName, branchOf, firstValue, resolved, typeOf } from './resolve.js';

/** The properties of one field. */
interface FieldProps {
  readonly schema: Schema | boolean | undefined;
  readonly root: Schema;
  readonly value: Json | undefined;
  readonly path: readonly (string | number)[];
  readonly label: string;
  readonly issues: readonly Issue[];
  readonly sensitive: readonly (readonly (string | number)[])[];
  readonly onChange: (value: Json | undefined) => void;
}

/** Deeper values are edited as JSON. A recursive schema has no end. */
const DEEPEST = 12;

/** A field for a value of any schema. What a person types is sent as it is, also a wrong value. */
export function Field(props: FieldProps) {
  const { root, value, path } = props;
  const schema = resolved(props.schema, root);
  const branches = branchesOf(schema, root);
  if (path.length > DEEPEST) return <p class="quiet">Edit the JSON for deeper values.</p>;
  if (schema.const !== undefined && JSON.stringify(value) === JSON.stringify(schema.const))
    return <Line {...props} note={<code>{JSON.stringify(schema.const)}</code>} />;
  if (schema.enum !== undefined) return <Choice {...props} choices={schema.enum} />;
  if (branches.length > 1) return <Union {...props} branches={branches} />;
  const type = branches[0]?.type ?? schema.type ?? (schema.properties === undefined ? typeOf(value) : 'object');
  if (type === 'object' && (typeOf(value) === 'object' || value === undefined))
    return <Properties {...props} schema={schema} />;
  if (type === 'array' && Array.isArray(value)) return <Items {...props} schema={schema} />;
  if (type === 'boolean') return <Choice {...props} choices={[true, false]} />;
  if (type === 'null') return <Line {...props} note={<code>null</code>} />;
  if (schema.contentEncoding === 'base64') return <FileField {...props} />;
  return <Text {...props} schema={schema} isNumber={type === 'number' || type === 'integer'} />;
}

function idOf(path: readonly (string | number)[]): string {
  return `field-${path.join('-')}`.replace(/[^\w-]/g, '_');
}

function issuesAt({ issues, path }: FieldProps): readonly Issue[] {
  return issues.filter((one) => JSON.stringify(one.path) === JSON.stringify(path));
}

function Problems(props: FieldProps) {
  const own = issuesAt(props);
  if (own.length === 0) return null;
  return (
    <ul class="problems" id={`${idOf(props.path)}-problems`}>
      {own.map((one) => (
        <li key={one.rule}>
          {one.message ?? `Expected ${one.expected}, received ${one.received}.`}{' '}
          {one.suggestion !== undefined && one.rule !== 'additionalProperties' && (
            <button
              type="button"
              class="small"
              onClick={() => {
                props.onChange(one.suggestion);
              }}
            >
              use {one.suggestion}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Line(props: FieldProps & { readonly note: preact.ComponentChildren }) {
  return (
    <div class="field">
      <span class="label">{props.label}</span> {props.note}
      <Problems {...props} />
    </div>
  );
}

function described(props: FieldProps): object {
  return issuesAt(props).length === 0
    ? {}
    : { 'aria-invalid': true, 'aria-describedby': `${idOf(props.path)}-problems` };
}

function Text(props: FieldProps & { readonly schema: Schema; readonly isNumber: boolean }) {
  const { schema, value, path, label, isNumber, sensitive, onChange } = props;
  const id = idOf(path);
  const shown = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  const isSecret = sensitive.some(
    (one) => one.length === path.length && one.every((key, index) => key === '*' || key === path[index]),
  );
  const isLong = !isNumber && !isSecret && ((schema.maxLength ?? 0) > 200 || shown.length > 80 || shown.includes('\n'));
  // A text that is no number stays a text: the model can make this mistake, too.
  const change = (text: string): void => {
    onChange(
      isNumber && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && String(Number(text)) === text ? Number(text) : text,
    );
  };
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => {
    change(currentTarget.value);
  };
  const common = { id, value: shown, placeholder: placeholderOf(schema), spellcheck: false, ...described(props) };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isLong ? (
        <textarea {...common} rows={4} onInput={onInput} />
      ) : isSecret ? (
        <input {...common} type="password" autocomplete="off" onInput={onInput} />
      ) : (
        <input {...common} type="text" inputMode={isNumber ? 'decimal' : 'text'} autocomplete="off" onInput={onInput} />
      )}
      <Problems {...props} />
    </div>
  );
}

function placeholderOf({ format, minimum, maximum, pattern }: Schema): string {
  if (format === 'date-time') return '2026-01-31T12:00:00Z';
  if (format === 'date') return '2026-01-31';
  if (minimum !== undefined || maximum !== undefined) return `${minimum ?? ''} to ${maximum ?? ''}`;
  return format ?? pattern ?? '';
}

function Choice(props: FieldProps & { readonly choices: readonly Json[] }) {
  const { value, path, label, choices, onChange } = props;
  const id = idOf(path);
  const index = choices.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={index}
        onChange={(event) => {
          onChange(choices[Number(event.currentTarget.value)]);
        }}
        {...described(props)}
      >
        {index < 0 && <option value={-1}>{value === undefined ? '(nothing)' : JSON.stringify(value)}</option>}
        {choices.map((one, at) => (
          <option key={at} value={at}>
            {typeof one === 'string' ? one : JSON.stringify(one)}
          </option>
        ))}
      </select>
      <Problems {...props} />
    </div>
  );
}

function Union(props: FieldProps & { readonly branches: readonly Schema[] }) {
  const { branches, value, root, path, label, onChange } = props;
  const index = branchOf(branches, value);
  const id = `${idOf(path)}-branch`;
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <label for={id}>Kind</label>{' '}
      <select
        id={id}
        value={index}
        onChange={(event) => {
          onChange(firstValue(branches[Number(event.currentTarget.value)], root));
        }}
      >
        {branches.map((branch, at) => (
          <option key={at} value={at}>
            {branchName(branch, at)}
          </option>
        ))}
      </select>
      <Field {...props} key={index} schema={branches[index]} label="Value" />
    </fieldset>
  );
}

function Properties(props: FieldProps & { readonly schema: Schema }) {
  const { schema, root, value, path, label, onChange } = props;
  const object = (value ?? {}) as Readonly<Record<string, Json>>;
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = [...new Set([...Object.keys(properties), ...Object.keys(object)])];
  const set = (key: string, one: Json | undefined): void => {
    const { [key]: _before, ...others } = object;
    if (one === undefined) onChange(others);
    else
      onChange(
        Object.hasOwn(object, key)
          ? Object.fromEntries(Object.entries(object).map(([name, old]) => [name, name === key ? one : old]))
          : { ...object, [key]: one },
      );
  };
  const present = names.filter((key) => Object.hasOwn(object, key));
  const absent = names.filter((key) => !Object.hasOwn(object, key));
  const add = (key: string): void => {
    set(key, firstValue(properties[key], root));
  };
  const body = (
    <>
      {present.map((key) => (
        <div key={key} class="property">
          <Field
            {...props}
            schema={properties[key] ?? additionalProperties}
            value={object[key]}
            path={[...path, key]}
            label={labelOf(key, path, required)}
            onChange={(one) => {
              set(key, one);
            }}
          />
          <Rename
            issue={issuesAt({ ...props, path: [...path, key] }).find(({ rule }) => rule === 'additionalProperties')}
            onName={(name) => {
              const { [key]: value, ...others } = object;
              onChange({ ...others, [name]: value ?? null });
            }}
          />
          {/* A call without a required property is a mistake, which the wrong examples make. */}
          {(!required.includes(key) || properties[key] === undefined) && (
            <Remove
              name={key}
              onRemove={() => {
                set(key, undefined);
              }}
            />
          )}
          <Hint schema={resolved(properties[key], root)} />
        </div>
      ))}
      {absent
        .filter((key) => required.includes(key))
        .map((key) => (
          <div key={key} class="field missing">
            <span class="label">{labelOf(key, path, required)}</span> is missing{' '}
            <button
              type="button"
              class="small"
              onClick={() => {
                add(key);
              }}
            >
              add {key}
            </button>
            <Problems {...props} path={[...path, key]} />
          </div>
        ))}
      <div class="add">
        {absent
          .filter((key) => !required.includes(key))
          .map((key) => (
            <button
              key={key}
              type="button"
              class="small"
              title={resolved(properties[key], root).description}
              onClick={() => {
                add(key);
              }}
            >
              add {key}
            </button>
          ))}
        {typeof additionalProperties === 'object' && (
          <NewKey
            taken={present}
            onKey={(key) => {
              set(key, firstValue(additionalProperties, root));
            }}
          />
        )}
      </div>
    </>
  );
  if (path.length === 0)
    return (
      <>
        <Problems {...props} />
        {body}
      </>
    );
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <Problems {...props} />
      {body}
    </fieldset>
  );
}

/** Returns the name of a property with its place, so that a nested section names itself. */
function labelOf(key: string, path: FieldProps['path'], required: readonly string[]): string {
  const place = placeText([...path, key]);
  return required.includes(key) ? `${place} (required)` : place;
}

/** Returns a place as people write it: `lines[0].sku`. */
function placeText(path: FieldProps['path']): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
}

function Remove({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <button type="button" class="remove" aria-label={`Remove ${name}`} title={`Remove ${name}`} onClick={onRemove}>
      ×
    </button>
  );
}

/** Offers the near name of a property that the schema does not have. */
function Rename({ issue, onName }: { readonly issue: Issue | undefined; readonly onName: (name: string) => void }) {
  const name = issue?.suggestion;
  if (name === undefined) return null;
  return (
    <button
      type="button"
      class="small"
      onClick={() => {
        onName(name);
      }}
    >
      rename to {name}
    </button>
  );
}

function Hint({ schema }: { readonly schema: Schema }) {
  return schema.description === undefined ? null : <p class="hint">{schema.description}</p>;
}

function NewKey({ taken, onKey }: { readonly taken: readonly string[]; readonly onKey: (key: string) => void }) {
  const name = useSignal('');
  return (
    <span class="new-key">
      <input
        aria-label="New key"
        placeholder="new key"
        value={name.value}
        onInput={(event) => void (name.value = event.currentTarget.value)}
      />
      <button
        type="button"
        class="small"
        disabled={name.value === '' || taken.includes(name.value)}
        onClick={() => {
          onKey(name.value);
          name.value = '';
        }}
      >
        add
      </button>
    </span>
  );
}

function Items(props: FieldProps & { readonly schema: Schema }) {
  const { schema, root, value, path, label, onChange } = props;
  const items = value as readonly Json[];
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <Problems {...props} />
      {items.map((item, index) => (
        <div key={index} class="property">
          <Field
            {...props}
            schema={schema.items}
            value={item}
            path={[...path, index]}
            label={placeText([...path, index])}
            onChange={(one) => {
              onChange(items.map((old, at) => (at === index ? (one ?? null) : old)));
            }}
          />
          <Remove
            name={`item ${index + 1}`}
            onRemove={() => {
              onChange(items.filter((_, at) => at !== index));
            }}
          />
        </div>
      ))}
      <button
        type="button"
        class="small"
        onClick={() => {
          onChange([...items, firstValue(schema.items, root)]);
        }}
      >
        add an item
      </button>
    </fieldset>
  );
}

function FileField(props: FieldProps) {
  const { path, label, value, onChange } = props;
  const id = idOf(path);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    onChange(btoa(text));
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        onChange={(event) => void read(event.currentTarget.files?.[0])}
        {...described(props)}
      />
      <span class="quiet">{typeof value === 'string' ? `${Math.ceil((value.length * 3) / 4)} bytes` : 'no file'}</span>
      <Problems {...props} />
    </div>
  );
}
