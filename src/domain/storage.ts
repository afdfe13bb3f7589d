import { Problem } from '#domain/problem.ts'

/**
 * The buckets of spec §7 Storage, and promotional-images, which promotions of the kind `image` need. `name` matches the part between folder and
 * extension: products/{productId}_{index}_{timestamp}, ads/{timestamp}. It has no dot, so that the only extension is ours.
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

/** Extension -> MIME type of all files that are served; none of them is executable in a browser. */
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
/** The extension of a MIME type: `.webp` for `image/webp`. */
export function endingOf(type: string): string {
  return `.${Object.keys(fileTypes).find((ending) => fileTypes[ending] === type)}`
}
/** Extensions that an uploaded picture may have in its name; it is stored as WebP. */
const sentAs = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif']
/** Spec §9, Video extensions. */
export const videoEndings = ['mp4', 'webm', 'ogg', 'mov', 'avi'] as const
export type VideoEnding = (typeof videoEndings)[number]

/** Maximum bytes and milliseconds of an upload. */
export const uploadLimits = { pictureBytes: 10 * 2 ** 20, videoBytes: 50 * 2 ** 20, pictureMs: 120_000, videoMs: 600_000 }

/** The files of a stored picture, the one of its address first; `width` in pixels. */
export const pictureFiles = [
  { ending: '.webp', width: 800 },
  { ending: '-400.webp', width: 400 },
  { ending: '-400.avif', width: 400 },
  { ending: '-800.avif', width: 800 },
  { ending: '-1200.avif', width: 1200 },
] as const
/** The link preview of a product's picture. */
export const previewFile = { ending: '-og.jpg', width: 1200, height: 630 } as const

/** The URL path of our own storage: the content security policy allows pictures and videos from ourselves only (decisions, Catalogue). */
export const storagePath = '/files'

export function fileUrl(key: string): string {
  return `${storagePath}/${key}`
}

/** `<bucket>/<folder>/<name>`: the common prefix of a stored file and its variants. */
export function stemOf(bucket: Bucket, name: string): string {
  return `${bucket}/${buckets[bucket].folder}/${name}`
}

/** The keys of all files that a stem may have. */
export function keysOf(stem: string): string[] {
  const [bucket] = stem.split('/') as [string]
  const isVideo = isBucket(bucket) && buckets[bucket].holds === 'video'
  const endings = isVideo ? videoEndings.map((ending) => `.${ending}`) : [...pictureFiles.map(({ ending }) => ending), previewFile.ending]
  return endings.map((ending) => stem + ending)
}

/** All URLs of a stem, including those with the extension that its sender used. */
export function addressesOf(stem: string): string[] {
  return [...new Set([...keysOf(stem), ...sentAs.map((ending) => `${stem}.${ending}`)])].map(fileUrl)
}

/** Whether a key has the form of a stored file's: bucket, folder, and a name with one dot, before a known extension. */
export function isFileKey(key: string): boolean {
  const [, bucket = '', folder, ending = ''] = /^([a-z-]+)\/([a-z]+)\/[A-Za-z0-9][\w-]{0,150}\.([a-z0-9]+)$/.exec(key) ?? []
  return isBucket(bucket) && buckets[bucket].folder === folder && Object.hasOwn(fileTypes, ending)
}

/** The MIME type of a stored file. */
export function typeOf(key: string): string {
  return fileTypes[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

/** The key of the stored WebP for the name that a picture was sent with; null where the two are the same. */
export function storedKey(key: string): string | null {
  const dot = key.lastIndexOf('.')
  const ending = key.slice(dot + 1)
  const kept = `${key.slice(0, dot)}.webp`
  return ending !== 'webp' && sentAs.includes(ending) && isFileKey(kept) && !kept.startsWith('promotional-videos/') ? kept : null
}

/** The name of an uploaded file, `<name>.<extension>`, without its extension (spec §7); null for a name that this bucket does not allow. */
export function readFileName(bucket: Bucket, file: string): string | null {
  const [, name = '', ending = ''] = /^([\w-]{1,100})\.([a-z0-9]{2,5})$/.exec(file) ?? []
  const endings: readonly string[] = buckets[bucket].holds === 'video' ? videoEndings : sentAs
  return buckets[bucket].name.test(name) && endings.includes(ending) ? name : null
}

/** Whether a URL is one that an upload to this bucket returned, and so may be shown on a page. */
export function isAddressIn(bucket: Bucket, address: string): boolean {
  const [, file = ''] = new RegExp(`^${fileUrl(stemOf(bucket, ''))}([\\w-]+\\.[a-z0-9]+)$`).exec(address) ?? []
  return readFileName(bucket, file) !== null && (buckets[bucket].holds === 'video' || file.endsWith('.webp'))
}

/** The stem of a file's key; null for a key that cannot be one of ours. */
export function stemOfKey(key: string): string | null {
  const stored = storedKey(key) ?? key
  return isFileKey(stored) ? stored.replace(/\.[a-z0-9]+$/, '').replace(/-(400|800|1200|og)$/, '') : null
}

export type UploadKind = 'picture' | 'video'

/** The allowed types of each kind of upload, as the field's `accept` and in words. The server checks the bytes. */
export const uploadKinds = {
  picture: { accept: 'image/jpeg,image/png,image/webp', formats: 'JPG, PNG or WebP', maxBytes: uploadLimits.pictureBytes },
  video: {
    accept: 'video/mp4,video/webm,video/ogg,video/quicktime,video/x-msvideo,.mov,.avi',
    formats: 'MP4, WebM, OGG, MOV or AVI',
    maxBytes: uploadLimits.videoBytes,
  },
} as const satisfies Record<UploadKind, { accept: string; formats: string; maxBytes: number }>

/** A file chosen in the browser. `type` is the MIME type, empty where the device knows none; `size` in bytes. */
interface ChosenFile {
  name: string
  type: string
  size: number
}

/** The error message for a file before it is sent, or null when it may be sent. */
export function uploadRefusal(kind: UploadKind, { name, type, size }: ChosenFile): string | null {
  const { formats, maxBytes } = uploadKinds[kind]
  const ending = name.toLowerCase().split('.').at(-1) ?? ''
  if (kind === 'picture') {
    if (/^image\/hei[cf]/.test(type) || ending === 'heic' || ending === 'heif')
      return 'This is a HEIC photo, which browsers cannot show. On the iPhone choose Settings, Camera, Formats, Most Compatible for new photos; save this one as JPG, then choose it again.'
    if (!pictureTypes.has(type))
      return type.startsWith('image/')
        ? 'Only JPG, PNG and WebP pictures: save it as one of them, then choose it again.'
        : `This is not a picture: choose ${formats}.`
  } else if (!type.startsWith('video/') && !videoEndings.some((each) => each === ending)) return `This is not a video: choose ${formats}.`
  if (size === 0) return 'This file is empty. Choose it again.'
  if (size > maxBytes)
    return `This ${kind} has ${megabytes(size)} MB, and at most ${megabytes(maxBytes)} MB can be sent. ${
      kind === 'picture' ? 'Save it smaller or as JPG, then choose it again.' : 'Shorten it or save it smaller, then choose it again.'
    }`
  return null
}

const pictureTypes: ReadonlySet<string> = new Set(uploadKinds.picture.accept.split(','))

/** Rounded up to a tenth, so that a file that is too large never reads as the limit itself. */
function megabytes(bytes: number): string {
  return String(Math.ceil((bytes / 2 ** 20) * 10) / 10)
}

/** Of a file whose bytes are not what they have to be; `why` is the rest of a sentence that begins with its name. */
export function fileRefused(name: string, why: string): Problem {
  return new Problem('file_refused', { detail: `${shownName(name)} ${why}` })
}

/** A file name made safe and short enough for a sentence. */
function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/[^\p{L}\p{N} ._()-]/gu, '').trim()
  return clean === '' ? 'This file' : clean.length > 60 ? `${clean.slice(0, 57)}...` : clean
}
