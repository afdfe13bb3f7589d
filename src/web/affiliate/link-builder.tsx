import { useState } from 'react'
import { linkRefusal } from '#domain/link-refusal.ts'
import { referralLink } from '#domain/referral-link.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { affiliateUrl, homeUrl } from '#web/addresses.ts'
import { Share } from '#web/affiliate/share.tsx'
import { useMenu, useShop } from '#web/shop-facts.ts'

/**
 * Makes an affiliate link to a page of the shop, the home page by default. The link is hidden while the field differs from it, so that an outdated link cannot
 * be copied. Without scripts the form reloads this page with the link.
 */
export function LinkBuilder({ code, first, isResting }: { code: string; first: string | null; isResting: boolean }) {
  const shop = useShop()
  const menu = useMenu()
  const [text, setText] = useState(first ?? '')
  const [submitted, setSubmitted] = useState(first)
  const address = text.trim()
  const isSubmitted = submitted?.trim() === address
  const link = address && !isSubmitted ? null : referralLink(shop.origin, address || homeUrl, code, menu)
  return (
    <section className="dashboard-section" aria-labelledby="link-builder">
      <h2 id="link-builder">Link builder {isResting && <Badge tone="amber">Resting</Badge>}</h2>
      <form
        className="link-builder"
        action={affiliateUrl}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(text)
          if (linkRefusal(shop.origin, address, menu)) event.currentTarget.querySelector('input')?.focus()
        }}
      >
        <Field
          name="address"
          label="A page of this shop"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={`${shop.origin}/category/sneakers`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={isSubmitted ? linkRefusal(shop.origin, address, menu) : null}
        />
        <Button type="submit" look="ghost">
          Make the link
        </Button>
      </form>
      <div role="status">
        {link && (
          <Share
            key={link}
            label={address ? 'Your affiliate link' : 'Your link to the home page'}
            address={pathOf(link)}
            link={link}
            caption={`Look at this at ${shop.name}:`}
          />
        )}
      </div>
    </section>
  )
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link)
  return `${pathname}${search}`
}
