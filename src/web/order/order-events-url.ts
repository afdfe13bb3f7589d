/** The stream that says when to look at an order again. EventSource sends no headers, so the key comes in the address. */
export function orderEventsUrl(id: string, key: string | null): string {
  const path = `/api/orders/${encodeURIComponent(id)}/events`
  return key === null ? path : `${path}?${new URLSearchParams({ key })}`
}
