/**
 * The buckets of spec §7 Storage, and promotional-images, which promotions of the kind `image` need. `name` is what stands between the folder and
 * the ending: products/{productId}_{index}_{timestamp}, ads/{timestamp}. No dot: a name has one ending, and that is ours.
 */
export const buckets = {
  'product-images': { folder: 'products', holds: 'picture', name: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_\d{1,3}_\d{10,16}$/ },
  'ad-images': { folder: 'ads', holds: 'picture', name: /^\d{10,16}$/ },
  'promotional-images': { folder: 'images', holds: 'picture', name: /^\d{10,16}$/ },
  'promotional-videos': { folder: 'videos', holds: 'video', name: /^\d{10,16}$/ },
} as const satisfies Record<string, { folder: string; holds: 'picture' | 'video'; name: RegExp }>
export type Bucket = keyof typeof buckets
export type PictureBucket = { [B in Bucket]: (typeof buckets)[B]['holds'] extends 'picture' ? B : never }[Bucket]

export function isBucket(text: string): text is Bucket {
  return Object.hasOwn(buckets, text)
}

/** Ending -> type, of all that is ever served: nothing that a browser would run. */
export const fileTypes: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  ogg: 'video/ogg',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
}
/** `.webp` of `image/webp`: the ending under which such a file is kept. */
export function endingOf(type: string): string {
  return `.${Object.keys(fileTypes).find((ending) => fileTypes[ending] === type)}`
}
/** What a picture may be called by whoever sends it; kept it is a WebP. */
const sentAs = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif']
/** Spec §9, Video extensions. */
export const videoEndings = ['mp4', 'webm', 'ogg', 'mov', 'avi'] as const
export type VideoEnding = (typeof videoEndings)[number]

/** Bytes, pixels and milliseconds that an upload may take. */
export const uploadLimits = { pictureBytes: 10 * 2 ** 20, videoBytes: 50 * 2 ** 20, pictureMs: 120_000, videoMs: 600_000 }

/** The files that a stored picture consists of, the one that its address names first; `width` in pixels. */
export const pictureFiles = [
  { ending: '.webp', width: 800 },
  { ending: '-400.webp', width: 400 },
  { ending: '-400.avif', width: 400 },
  { ending: '-800.avif', width: 800 },
  { ending: '-1200.avif', width: 1200 },
] as const
/** The picture of link previews, which pictures of products have. */
export const previewFile = { ending: '-og.jpg', width: 1200, height: 630 } as const

/** Addresses of our own storage: the policy of pages allows pictures and videos from ourselves only (decisions, Catalogue). */
export const storagePath = '/files'

export function fileUrl(key: string): string {
  return `${storagePath}/${key}`
}

/** `<bucket>/<folder>/<name>`: what a stored file and everything made of it has in common. */
export function stemOf(bucket: Bucket, name: string): string {
  return `${bucket}/${buckets[bucket].folder}/${name}`
}

/** All names under which the bytes of a stem may lie. */
export function keysOf(stem: string): string[] {
  const [bucket] = stem.split('/') as [string]
  const isVideo = isBucket(bucket) && buckets[bucket].holds === 'video'
  const endings = isVideo ? videoEndings.map((ending) => `.${ending}`) : [...pictureFiles.map(({ ending }) => ending), previewFile.ending]
  return endings.map((ending) => stem + ending)
}

/** All addresses that lead to a stem, also those that its sender may believe in. */
export function addressesOf(stem: string): string[] {
  return [...new Set([...keysOf(stem), ...sentAs.map((ending) => `${stem}.${ending}`)])].map(fileUrl)
}

/** Whether it may name a file of the storage: bucket, folder, and a name without dots but the one before a known ending. */
export function isFileKey(key: string): boolean {
  const [, bucket = '', folder, ending = ''] = /^([a-z-]+)\/([a-z]+)\/[A-Za-z0-9][\w-]{0,150}\.([a-z0-9]+)$/.exec(key) ?? []
  return isBucket(bucket) && buckets[bucket].folder === folder && Object.hasOwn(fileTypes, ending)
}

/** The type a file is served as. */
export function typeOf(key: string): string {
  return fileTypes[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

/** The WebP behind the name that a picture was sent by, where the two differ. */
export function keptAs(key: string): string | null {
  const dot = key.lastIndexOf('.')
  const ending = key.slice(dot + 1)
  const kept = `${key.slice(0, dot)}.webp`
  return ending !== 'webp' && sentAs.includes(ending) && isFileKey(kept) && !kept.startsWith('promotional-videos/') ? kept : null
}

/** What a sender calls a file, as `<name>.<ending>` in a bucket of spec §7; null for what no file of this bucket is called. */
export function readFileName(bucket: Bucket, file: string): string | null {
  const [, name = '', ending = ''] = /^([\w-]{1,100})\.([a-z0-9]{2,5})$/.exec(file) ?? []
  const endings: readonly string[] = buckets[bucket].holds === 'video' ? videoEndings : sentAs
  return buckets[bucket].name.test(name) && endings.includes(ending) ? name : null
}

/** Whether an address is the one that an upload to this bucket answers: what a page may show of it. */
export function isAddressIn(bucket: Bucket, address: string): boolean {
  const [, file = ''] = new RegExp(`^${fileUrl(stemOf(bucket, ''))}([\\w-]+\\.[a-z0-9]+)$`).exec(address) ?? []
  return readFileName(bucket, file) !== null && (buckets[bucket].holds === 'video' || file.endsWith('.webp'))
}

/** The stem of whatever address or key leads to a file; null for what cannot be one of ours. */
export function stemOfKey(key: string): string | null {
  const kept = keptAs(key) ?? key
  return isFileKey(kept) ? kept.replace(/\.[a-z0-9]+$/, '').replace(/-(400|800|1200|og)$/, '') : null
}
