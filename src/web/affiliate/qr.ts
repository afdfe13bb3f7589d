import { data, redirect } from 'react-router'
import { renderSVG } from 'uqr'
import { referralLink } from '#domain/referral.ts'
import { readMenu } from '#features/catalogue/categories.ts'
import { getProfile } from '#features/people/profiles.ts'
import { dashboardUrl } from '#web/addresses.ts'
import { signedIn } from '#web/session/signed-in.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/qr.ts'

/** The QR code of an affiliate link as an SVG file, for posters and screens. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = signedIn(args)
  const { affiliate_code: code, is_affiliate } = await getProfile(ctx, ctx.userId)
  if (!is_affiliate || !code) throw redirect(dashboardUrl)
  const link = referralLink(args.context.get(shopContext).shop.origin, args.url.searchParams.get('address') ?? '/', code, await readMenu(ctx))
  if (!link || link.length > 1000) throw data('Not an address of this shop', { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return new Response(renderSVG(link, { border: 4, ecc: 'M' }), {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-store', 'Content-Security-Policy': "default-src 'none'" },
  })
}
