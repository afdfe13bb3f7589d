import { useState } from 'react'
import { referralLink } from '#domain/referral.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { affiliateUrl } from '#web/addresses.ts'
import { Share } from '#web/affiliate/share.tsx'
import { useShop } from '#web/shop-facts.ts'

/** An affiliate's link to any page of the shop. Without scripts the form asks for this page again, with the link in it. */
export function LinkBuilder({ code, first }: { code: string; first: string | null }) {
  const shop = useShop()
  const [text, write] = useState(first ?? '')
  const [address, make] = useState(first ?? '')
  const link = address.trim() ? referralLink(shop.origin, address.trim(), code) : null
  return (
    <section className="box" aria-labelledby="link-builder">
      <h2 id="link-builder">Link builder</h2>
      <form
        className="build"
        action={affiliateUrl}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          make(text)
        }}
      >
        <Field
          name="address"
          label="A page of this shop"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={`${shop.origin}/category/women-shoes`}
          value={text}
          onChange={(event) => write(event.target.value)}
          error={address.trim() && !link ? 'Paste the address of a page of this shop.' : null}
        />
        <Button type="submit" look="ghost">
          Make the link
        </Button>
      </form>
      <div role="status">
        {link && <Share key={link} label="Your affiliate link" address={pathOf(link)} link={link} caption={`Look at this at ${shop.name}:`} />}
      </div>
    </section>
  )
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link)
  return `${pathname}${search}`
}
