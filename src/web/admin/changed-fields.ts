import type { Shown } from '#features/refuse-overwriting.ts'

/** A row as a form shows it, for the form to carry along: what a save must not bring back once somebody else has changed it, while the form lay open. */
export function shownAs<Row extends object>(row: Row, columns: readonly (keyof Row)[]): string {
  return JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))
}

/** What a form says, without what it says as it was shown. Of what cannot be read everything counts as said. */
export function onlyChanged<Said extends Record<string, unknown>>(said: Said, shown: Shown): Partial<Said> {
  const isSaid = ([name, value]: [string, unknown]) => !Object.hasOwn(shown, name) || shown[name] !== value
  return Object.fromEntries(Object.entries(said).filter(isSaid)) as Partial<Said>
}

export function readShown(text = ''): Shown {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Shown) : {}
  } catch {
    return {}
  }
}
