import { Link, redirect } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { affiliateUrl, dashboardUrl, productsUrl } from '#web/addresses.ts'
import { copy } from '#web/affiliate/copy.ts'
import { useProfile } from '#web/dashboard/layout.tsx'
import { signedIn } from '#web/dashboard/signed-in.ts'
import { loaderHeaders, pageMeta, privatePage } from '#web/page.ts'
import type { Route } from './+types/affiliate.ts'

/** For affiliates alone; everybody else finds the card to join beside the profile. */
export function loader(args: Route.LoaderArgs) {
  if (!signedIn(args).actor.isAffiliate) throw redirect(dashboardUrl)
  return privatePage(null)
}

export const headers = loaderHeaders

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Affiliate', description: 'Your affiliate code', path: affiliateUrl, unlisted: true })
}

export default function AffiliateTab() {
  const code = useProfile().affiliate_code ?? ''
  return (
    <section className="box code" aria-labelledby="affiliate">
      <h2 id="affiliate">Affiliate program</h2>
      <div className="code-row">
        <Field label="Affiliate code" readOnly value={code} className="num" />
        <Button data-tap="" suppressHydrationWarning onClick={() => void copy('code', code)}>
          <Icon name="copy" /> Copy code
        </Button>
      </div>
      <p>
        Copy affiliate links from{' '}
        <Link className="lnk" to={productsUrl}>
          product pages
        </Link>
        : they carry your code, and earn you 10% of every order that comes through them.
      </p>
    </section>
  )
}
