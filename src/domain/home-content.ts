import { choice, flag, link, optionalFile, optionalReference, optionalText, prose, text } from '#domain/columns.ts'
import { type Bucket, isAddressIn, videoEndings } from '#domain/storage.ts'
import { isLinkTarget, linkTargetHint } from '#domain/web-address.ts'

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
const embedLimit = 20_000

const titled = (example: string) => text('Title', 'Enter a title.', { max: 120, example })
const isActive = flag('Shown to visitors', true, { isSwitch: true, description: 'Whether visitors see it' })
/** An ad of the home page. Only one of a network has code. */
export const adColumns = {
  title: titled('Walk to the ferry'),
  description: prose('Description', { max: 500 }),
  target_url: link('Target URL', 'Enter the address that it leads to.', {
    hint: 'A page of this shop, such as /category/heels, opens in place, another site in a new tab.',
    ...{ description: 'A page of this shop, such as `/category/heels`, or an http or https address', example: 'https://shop.example/ferry' },
  }),
  promotional_content_id: optionalReference('Linked promotional content', "We don't know this promotional content.", {
    ...{ hint: 'Is shown where the ad has no picture of its own.', description: 'Promotional content that is shown with it' },
  }),
  image_url: optionalFile('Picture', 'Upload the picture, or write its address that begins with https://.', {
    bucket: 'ad-images',
    description: 'What `/api/storage` answered for the picture, or its https address at another site: it is fetched once and kept',
    example: '/files/ad-images/ads/1763680000000.webp',
  }),
  is_sponsored: flag('Sponsored', false, {
    hint: 'Of an ad network: covered until a visitor verifies that they are human.',
    description: 'An ad of a network, which stays covered until a visitor opens it',
  }),
  embed_code: optionalText('Code of the network', {
    ...{ max: embedLimit, rows: 6, when: { is_sponsored: [true] } },
    hint: 'Paste it as the network gave it. It runs in a frame of its own, 100 pixels high (50 on phones), once a visitor has verified that they are human: it cannot reach the page, the cart or cookies, and opens nothing by itself, so the title beside it leads to the target URL.',
    description: 'Code of the network, which runs in a frame of its own. Kept with sponsored ads alone',
  }),
  is_active: isActive,
}

/** Promotional content: a text, a picture or a video; what is wrong with its file is a rule (`contentRefusal`). */
export const promotionColumns = {
  title: titled('School shoes are here'),
  description: prose('Description', { max: 1000 }),
  content_type: choice('Type', 'Choose text, image or video.', contentTypes),
  content_url: optionalFile('What it shows', '', {
    description:
      'What `/api/storage` answered for the picture or the video, or its https address at another site: it is fetched once and kept. Of a text, where it leads',
    variants: {
      by: 'content_type',
      of: {
        text: { field: 'link_url', column: link('Where it leads', '', { isOptional: true }) },
        image: { field: 'image_url', column: optionalFile('Picture', '', { bucket: 'promotional-images' }) },
        video: { field: 'video_url', column: optionalFile('Video', '', { bucket: 'promotional-videos' }) },
      },
    },
  }),
  poster_url: optionalFile('Poster', '', {
    ...{ bucket: 'promotional-images', isRuled: true, when: { content_type: ['video'] }, hint: 'Stands where a phone cannot play the video.' },
    description: 'A picture for where the video cannot be played. Other types have none: it is left out',
  }),
  is_active: isActive,
}

const onOff = { on: 'Visitors see it.', off: 'Visitors do not see it.' }

/** What the panel says of them (spec §8). */
export const adWords = {
  ...{ one: 'ad', created: { title: 'Ad created' }, saved: { title: 'Ad updated' }, ...onOff, deleted: { title: 'Ad deleted' } },
  deleting: 'It leaves the shop at once, with its picture and the count of its clicks.',
}
export const promotionWords = {
  ...{ one: 'promotion', created: { title: 'Promotional content created' }, saved: { title: 'Promotional content updated' }, ...onOff },
  deleting: 'It leaves the shop at once, with its files. Ads that link to it stay, without it.',
  deleted: { title: 'Promotional content deleted' },
}
