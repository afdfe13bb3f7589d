/** What a device keeps of the shop, by name. Only public pages are among it: whose device it is cannot be read from them. */
export const keptNames = {
  /** Pages as they were sent. */
  pages: 'viatu-pages',
  /** What navigations fetched. It belongs to the scripts of one build. */
  data: (build: string) => `viatu-data-${build}`,
  pictures: 'viatu-pictures',
  /** Scripts, sheets and fonts: those of the present build, and what kept pages of earlier ones need. */
  assets: 'viatu-assets',
  /** The page for what was never seen. */
  shell: 'viatu-shell',
} as const

/** What somebody looked at. It goes when they sign out: phones go from hand to hand. */
export const isSeen = (name: string) => name === keptNames.pages || name === keptNames.pictures || name.startsWith(keptNames.data(''))

/** Deletes the pages that a visitor looked at; the shop's own files stay. */
export async function forgetKept(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter(isSeen).map((name) => caches.delete(name)))
}

/** What the page tells the worker. */
export type ToWorker = {
  /** Addresses that this page was made of before there was a worker. */
  keep?: string[]
  /** The visitor signed out. */
  forget?: true
}
/** What the worker tells the page: the network did not come in time, and the page at this path is as it was seen last. */
export interface FromWorker {
  kept: string
}

/** The scripts and sheets that a page names. */
export function assetsOf(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [])]
}
