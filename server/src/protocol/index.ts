// What server and client say to each other beyond LSP, and what either puts into LSP's open places (`data`, arguments of
// commands). Types and names alone: neither side gets code of the other.
export * from './choices';
export * from './commands';
export * from './conversion';
export * from './data';
export * from './places';
export * from './replay';
export * from './status';
export * from './trim';
