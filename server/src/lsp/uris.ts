/** The folder around a file or folder, without a slash at its end; undefined at the root and where there are no folders (`untitled:`). */
export function folderOf(uri: string): string | undefined {
  const root = uri.indexOf('://');
  if (root < 0) return undefined;
  const slash = uri.lastIndexOf('/');
  return slash <= root + 2 ? undefined : uri.slice(0, slash);
}

export function nameOf(uri: string): string {
  return decode(uri.slice(uri.lastIndexOf('/') + 1));
}

/** The path of a file under a folder, `/` between its parts; the bare name when it lies elsewhere. */
export function pathUnder(folder: string | undefined, uri: string): string {
  if (folder === undefined || !uri.startsWith(`${folder}/`)) return nameOf(uri);
  return decode(uri.slice(folder.length + 1));
}

/** The innermost of the folders that holds the file. */
export function innermost(folders: readonly string[], uri: string): string | undefined {
  return folders
    .filter((folder) => uri.startsWith(`${folder}/`))
    .reduce<string | undefined>((best, folder) => (folder.length > (best?.length ?? -1) ? folder : best), undefined);
}

/** Folders as the other functions want them; clients write them either way. */
export function withoutSlash(folder: string): string {
  return folder.endsWith('/') ? folder.slice(0, -1) : folder;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a lone % in a name that the client did not escape
  }
}
