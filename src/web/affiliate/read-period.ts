/** The days that an address asks for; what is no day is left out. */
export function readPeriod(query: URLSearchParams): { from?: string; to?: string } {
  const [from, to] = [query.get('from'), query.get('to')].map((text) => (text && isDay(text) ? text : undefined))
  return { ...(from && { from }), ...(to && { to }) }
}

function isDay(text: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
}
