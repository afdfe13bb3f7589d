import { adClicksUrl } from '#web/addresses.ts'

const reported = new Set<string>()

/** Reports that the visitor followed an ad, once per page; the server counts once a day. Sent as a beacon, because the page may be left. */
export function reportAdClick(id: string): void {
  if (reported.has(id)) return
  reported.add(id)
  navigator.sendBeacon(adClicksUrl(id))
}
