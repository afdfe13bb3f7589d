import { isLinkTarget, linkTargetWords } from '#domain/link-target.ts'
import { type Bucket, isAddressIn, videoEndings } from '#domain/storage.ts'

/** What promotional content is made of (spec §9, Content types), and where its file lies. */
export const contentTypes = {
  text: { label: 'Text', bucket: null },
  image: { label: 'Image', bucket: 'promotional-images' },
  video: { label: 'Video', bucket: 'promotional-videos' },
} as const satisfies Record<string, { label: string; bucket: Bucket | null }>
export type ContentType = keyof typeof contentTypes

export function isContentType(text: unknown): text is ContentType {
  return typeof text === 'string' && Object.hasOwn(contentTypes, text)
}

/** What is shown of a promotion: a picture or a video of our own storage; the `content_url` of a text is where it leads, if anywhere. */
export interface Content {
  content_type: ContentType
  content_url: string | null
  /** A picture that stands for the video where it cannot be played. */
  poster_url: string | null
}

/** The fields that show a file of our own storage, and where it is kept. */
export function fileFields(type: ContentType): { content_url?: Bucket; poster_url?: Bucket } {
  const { bucket } = contentTypes[type]
  return { ...(bucket && { content_url: bucket }), ...(type === 'video' && { poster_url: 'promotional-images' }) }
}

/** What to do about each field; null when nothing is wrong (decisions, Catalogue: pages show files from ourselves only). */
export function contentRefusal({ content_type, content_url, poster_url }: Content): Record<string, string> | null {
  const { bucket } = contentTypes[content_type]
  if (bucket === null) {
    if (content_url !== null && !isLinkTarget(content_url)) return { content_url: linkTargetWords }
  } else if (content_url === null) return { content_url: `Upload the ${content_type}.` }
  else if (!isAddressIn(bucket, content_url)) return { content_url: `Upload the ${content_type}, or write its address that begins with https://.` }
  if (poster_url !== null && (content_type !== 'video' || !isAddressIn('promotional-images', poster_url)))
    return { poster_url: 'Upload the poster, or write its address that begins with https://.' }
  return null
}

/** What there is to see of a promotion; a text is set as type. */
export type Media = { kind: 'image'; src: string } | { kind: 'video'; src: string; poster: string | null }

export function mediaOf({ content_type, content_url, poster_url }: Content): Media | null {
  if (content_type === 'text' || content_url === null) return null
  return isVideo(content_url) ? { kind: 'video', src: content_url, poster: poster_url } : { kind: 'image', src: content_url }
}

/** By its ending alone (spec §2, Ad display). */
function isVideo(url: string): boolean {
  return videoEndings.some((ending) => url.toLowerCase().endsWith(`.${ending}`))
}

/** What an ad shows: its own picture, or else the content it links to. */
export function adMedia({ image_url, promotional_content }: { image_url: string | null; promotional_content: Content | null }): Media | null {
  return image_url === null ? promotional_content && mediaOf(promotional_content) : { kind: 'image', src: image_url }
}

/** Letters that the code of a network may have. */
export const embedLimit = 20_000
