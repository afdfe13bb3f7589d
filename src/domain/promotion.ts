import { isLinkTarget, linkTargetHint } from '#domain/link-target.ts'
import { type Bucket, isAddressIn, videoEndings } from '#domain/storage.ts'

/** A promotion is a text, picture or video that the home page shows, no discount: prices are in pricing.ts. These are its types (spec §9, Content types), with the bucket of their files. */
export const contentTypes = {
  text: { label: 'Text', bucket: null },
  image: { label: 'Image', bucket: 'promotional-images' },
  video: { label: 'Video', bucket: 'promotional-videos' },
} as const satisfies Record<string, { label: string; bucket: Bucket | null }>
export type ContentType = keyof typeof contentTypes

export function isContentType(text: unknown): text is ContentType {
  return typeof text === 'string' && Object.hasOwn(contentTypes, text)
}

/** The media of a promotion: a picture or a video of our own storage; of a text, `content_url` is its link, if any. */
export interface Content {
  content_type: ContentType
  content_url: string | null
  /** The picture shown where the video cannot be played. */
  poster_url: string | null
}

/** Error messages by field, or null (decisions, Catalogue: pages show files of our own storage only). */
export function contentRefusal({ content_type, content_url, poster_url }: Content): Record<string, string> | null {
  const { bucket } = contentTypes[content_type]
  if (bucket === null) {
    if (content_url !== null && !isLinkTarget(content_url)) return { content_url: linkTargetHint }
  } else if (content_url === null) return { content_url: `Upload the ${content_type}.` }
  else if (!isAddressIn(bucket, content_url)) return { content_url: `Upload the ${content_type}, or write its address that begins with https://.` }
  if (poster_url !== null && (content_type !== 'video' || !isAddressIn('promotional-images', poster_url)))
    return { poster_url: 'Upload the poster, or write its address that begins with https://.' }
  return null
}

/** The picture or video of a promotion; text promotions have none. */
export type Media = { kind: 'image'; src: string } | { kind: 'video'; src: string; poster: string | null }

export function mediaOf({ content_type, content_url, poster_url }: Content): Media | null {
  if (content_type === 'text' || content_url === null) return null
  return isVideo(content_url) ? { kind: 'video', src: content_url, poster: poster_url } : { kind: 'image', src: content_url }
}

/** Decided by the file extension alone (spec §2, Ad display). */
function isVideo(url: string): boolean {
  return videoEndings.some((ending) => url.toLowerCase().endsWith(`.${ending}`))
}

/** The media of an ad: its own picture, otherwise that of its promotion. */
export function adMedia({ image_url, promotional_content }: { image_url: string | null; promotional_content: Content | null }): Media | null {
  return image_url === null ? promotional_content && mediaOf(promotional_content) : { kind: 'image', src: image_url }
}

/** Maximum characters of an ad network's embed code. */
export const embedLimit = 20_000
