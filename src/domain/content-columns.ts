import { choice, flag, link, optionalFile, optionalReference, optionalText, prose, text } from '#domain/columns.ts'
import { contentTypes, embedLimit } from '#domain/promotion.ts'

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
