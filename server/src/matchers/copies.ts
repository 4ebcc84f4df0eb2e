type Put = (copy: unknown) => void;

/** A list of messages that is handed out again and again, each time as a copy of its own. */
export class CopiedMessages {
  private readonly messages: readonly unknown[];
  /** Each message as JSON, which is the fastest way to a copy; undefined for what JSON would change. */
  private readonly texts: readonly (string | undefined)[];

  /** Throws where a message cannot be written as JSON: nobody could be sent it. */
  constructor(messages: readonly unknown[]) {
    this.messages = messages;
    this.texts = messages.map((message) => {
      const text = JSON.stringify(message);
      return isJson(message) ? text : undefined;
    });
  }

  /** The first messages, which whoever is given them may change. */
  take(length: number): unknown[] {
    const texts = this.texts.slice(0, length);
    if (!texts.includes(undefined)) return JSON.parse(`[${texts.join(',')}]`);
    return texts.map((text, at) => (text === undefined ? copyOf(this.messages[at]) : JSON.parse(text)));
  }
}

/** Whether JSON gives back what it was given. */
function isJson(value: unknown): boolean {
  const queue = [value];
  for (const one of queue) {
    if (one === null || typeof one === 'string' || typeof one === 'boolean') continue;
    if (typeof one === 'number' ? !Number.isFinite(one) || Object.is(one, -0) : typeof one !== 'object') return false;
    if (typeof one !== 'object') continue;
    if (!isPlain(one) || ('toJSON' in one && typeof one.toJSON === 'function')) return false;
    for (const held of Object.values(one)) queue.push(held);
  }
  return true;
}

/**
 * Objects and lists are copied, and dates, maps and sets; functions and instances of classes are themselves, as nobody can copy
 * them and keep what they can do. Built with the constructors of what is copied: test runners have several realms.
 */
function copyOf(value: unknown): unknown {
  let copy: unknown;
  const known = new Map<object, unknown>();
  const queue: [unknown, Put][] = [[value, (made) => (copy = made)]];
  // Not by recursion: a message may be nested deeper than calls can be.
  for (const [one, put] of queue) {
    if (typeof one !== 'object' || one === null) {
      put(one);
      continue;
    }
    let made = known.get(one);
    if (made === undefined) {
      made = emptied(one, (held, putHeld) => queue.push([held, putHeld]));
      known.set(one, made);
    }
    put(made);
  }
  return copy;
}

/** An object of the same kind; what it holds is handed to `fill`, in order. */
function emptied(value: object, fill: (held: unknown, put: Put) => void): object {
  if (Array.isArray(value)) {
    const list = new Array<unknown>(value.length);
    for (const [at, held] of value.entries()) fill(held, (copy) => (list[at] = copy));
    return list;
  }
  if (isPlain(value)) {
    const object = Object.create(Object.getPrototypeOf(value));
    for (const [key, held] of Object.entries(value)) {
      fill(held, (copy) =>
        Object.defineProperty(object, key, { value: copy, enumerable: true, writable: true, configurable: true }),
      );
    }
    return object;
  }
  if (isA<Date>(value, 'Date')) return new (constructorOf<typeof Date>(value))(value.getTime());
  if (isA<Map<unknown, unknown>>(value, 'Map')) {
    const map = new (constructorOf<typeof Map>(value))<unknown, unknown>();
    for (const [key, held] of value) fill(held, (copy) => map.set(key, copy));
    return map;
  }
  if (isA<Set<unknown>>(value, 'Set')) {
    const set = new (constructorOf<typeof Set>(value))<unknown>();
    for (const held of value) fill(held, (copy) => set.add(copy));
    return set;
  }
  return value;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** One of the language's own, and none of a class that extends it. */
function isA<Kind extends object>(value: object, name: string): value is Kind {
  return Object.prototype.toString.call(value) === `[object ${name}]` && value.constructor?.name === name;
}

function constructorOf<Constructor>(value: object): Constructor {
  return value.constructor as Constructor;
}
