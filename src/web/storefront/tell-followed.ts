import { adClicksUrl } from '#web/addresses.ts'

const told = new Set<string>()

/** Tells once from this page that an ad was followed; the shop counts once a day. Goes out although the page may be left by it. */
export function tellFollowed(id: string): void {
  if (told.has(id)) return
  told.add(id)
  navigator.sendBeacon(adClicksUrl(id))
}
