import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { ProductCard } from '#domain/catalogue.ts'
import { commissionOf } from '#domain/commission.ts'
import { formatMoney, formatShillings, fromShillings } from '#domain/money.ts'
import { Button, buttonClass } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { affiliateUrl, productUrl, qrUrl } from '#web/addresses.ts'
import { copy } from '#web/browser/copy.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useShop } from '#web/shop-facts.ts'
import './share.css'

interface ShareProps {
  label: ReactNode
  /** A path of the shop. */
  address: string
  /** The affiliate's link to it. */
  link: string
  /** The text before the link in a message. */
  caption: string
}

/** An affiliate link with buttons to copy it, send it by WhatsApp and show its QR code. */
export function Share({ label, address, link, caption }: ShareProps) {
  const [isQrShown, setQrShown] = useState(false)
  return (
    <div className="share">
      <Field label={label} readOnly value={link} onFocus={(event) => event.target.select()} />
      <div className="acts">
        <Button small onClick={() => void copy('link', link)}>
          <Icon name="copy" small /> Copy Affiliate Link
        </Button>
        <a className={buttonClass({ look: 'ghost', small: true })} href={messageUrl(`${caption} ${link}`)} target="_blank" rel="noopener">
          <Icon name="whatsapp" small /> Share on WhatsApp
        </a>
      </div>
      {/* Loaded when it is opened. */}
      <details className="qr-code" onToggle={(event) => event.currentTarget.open && setQrShown(true)}>
        <summary className="link">QR code</summary>
        {isQrShown && <img src={qrUrl(address)} alt={`QR code of ${link}`} width={220} height={220} />}
        <a className="link" href={qrUrl(address)} download="viatu-qr.svg">
          Download the QR code
        </a>
      </details>
    </div>
  )
}

/** A WhatsApp link without a number, so that WhatsApp asks for the recipient. */
function messageUrl(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`
}

/** What an affiliate earns with this pair, and their link to it. */
export function ShareNotice({ product: { id, name, unit_price }, link }: { product: ProductCard; link: string }) {
  const isPaused = useAuth()?.is_paused
  const shop = useShop()
  if (shop.commissionPercent === 0) return null
  if (isPaused)
    return (
      <Notice tone="amber" role="note" aria-label="Affiliate link">
        <b>Your affiliate links are resting.</b> They bring you no commission for now; your <Link to={affiliateUrl}>affiliate page</Link> says why.
      </Notice>
    )
  return (
    <Notice tone="jac" role="note" aria-label="Affiliate link">
      <b>Share this pair and earn {formatMoney(commissionOf(fromShillings(unit_price), shop.commissionPercent))}</b>: {shop.commissionPercent}% of the
      order when someone buys through your link.
      <Share
        label="Your affiliate link"
        address={productUrl(id)}
        link={link}
        caption={`${name} for ${formatShillings(unit_price)} at ${shop.name}:`}
      />
    </Notice>
  )
}
