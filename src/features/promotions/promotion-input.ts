import { z } from 'zod'
import { storedLinkTarget } from '#domain/link-target.ts'
import { type ContentType, contentTypes } from '#domain/promotion.ts'
import { optionalWords, words } from '#features/input.ts'

const address = z.string('Write an address, or null.').max(2000, 'This address is too long.').transform(storedLinkTarget).nullable()
const types = Object.keys(contentTypes) as [ContentType, ...ContentType[]]

const columns = {
  title: words('Write a title.', 120).meta({ example: 'School shoes are here' }),
  description: optionalWords(1000).nullable(),
  content_type: z.enum(types, 'Choose text, image or video.'),
  content_url: address.meta({
    description:
      'What `/api/storage` answered for the picture or the video, or its https address at another site: it is fetched once and kept. Of a text, where it leads',
  }),
  poster_url: address.meta({ description: 'A picture for where the video cannot be played. Other types have none: it is left out' }),
  is_active: z.boolean('Write true or false.').meta({ description: 'Whether visitors see it' }),
}

/** Spec §5, Promotion form: the title is required. */
export const newPromotion = z.object({
  title: columns.title,
  description: columns.description.default(null),
  content_type: columns.content_type,
  content_url: columns.content_url.default(null),
  poster_url: columns.poster_url.default(null),
  is_active: columns.is_active.default(true),
})

export const promotionChanges = z.object(columns).partial()
