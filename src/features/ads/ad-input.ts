import { z } from 'zod'
import { isLinkTarget, linkTargetHint, storedLinkTarget } from '#domain/link-target.ts'
import { embedLimit } from '#domain/promotion.ts'
import { isAddressIn } from '#domain/storage.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { optionalWords, words } from '#features/input.ts'

const flag = z.boolean('Write true or false.')
const columns = {
  title: words('Write a title.', 120).meta({ example: 'Walk to the ferry' }),
  description: optionalWords(500).nullable(),
  target_url: z
    .string('Write the address that it leads to.')
    .trim()
    .min(1, 'Write the address that it leads to.')
    .refine(isLinkTarget, linkTargetHint)
    .transform(storedLinkTarget)
    .meta({ description: 'A page of this shop, such as `/category/heels`, or an http or https address', example: 'https://shop.example/ferry' }),
  promotional_content_id: z
    .uuid("We don't know this promotional content.")
    .nullable()
    .meta({ description: 'Promotional content that is shown with it' }),
  image_url: z
    .string('Write an address, or null.')
    .max(2000, 'This address is too long.')
    .refine(
      (address) => isAddressIn('ad-images', address) || isWebAddress(address),
      'Upload the picture, or write its address that begins with https://.',
    )
    .nullable()
    .meta({
      description: 'What `/api/storage` answered for the picture, or its https address at another site: it is fetched once and kept',
      example: '/files/ad-images/ads/1763680000000.webp',
    }),
  is_sponsored: flag.meta({ description: 'An ad of a network, which stays covered until a visitor opens it' }),
  embed_code: optionalWords(embedLimit)
    .transform((code) => code.replaceAll('\r\n', '\n') || null)
    .nullable()
    .meta({ description: 'Code of the network, which runs in a frame of its own. Kept with sponsored ads alone', type: ['string', 'null'] }),
  is_active: flag.meta({ description: 'Whether visitors see it' }),
}

/** Spec §5, Ad form: title and target address are required. Clicks are counted by the shop alone. */
export const newAd = z.object({
  title: columns.title,
  description: columns.description.default(null),
  target_url: columns.target_url,
  promotional_content_id: columns.promotional_content_id.default(null),
  image_url: columns.image_url.default(null),
  is_sponsored: columns.is_sponsored.default(false),
  embed_code: columns.embed_code.default(null),
  is_active: columns.is_active.default(true),
})

export const adChanges = z.object(columns).partial()

/** An ad as it would be written: only one of a network brings code. */
export function checkedAd<Columns extends { is_sponsored: boolean; embed_code?: string | null }>(
  ad: Columns,
): Columns & { embed_code: string | null } {
  return { ...ad, embed_code: (ad.is_sponsored && ad.embed_code) || null }
}
