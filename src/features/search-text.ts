/** What somebody typed into a search box as an SQL pattern for text that holds it anywhere: `%` and `_` are letters like any other. Null when nothing was typed. */
export function holding(search: string | undefined): string | null {
  const text = search?.trim()
  return text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null
}
