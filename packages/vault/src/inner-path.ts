/**
 * Whether a name from elsewhere is a path that stays below the folder it is put into, on every system: parts divided by `/`, none of them empty, `.` or `..`, so never
 * absolute; no backslash, no drive, no control character.
 */
export function isInnerPath(name: string): boolean {
  return name.length <= 1000 && !/[\\:\p{Cc}]/u.test(name) && name.split('/').every((part) => !['', '.', '..'].includes(part))
}
