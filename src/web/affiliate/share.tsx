import { type ReactNode, useState } from 'react'
import { Button, buttonClass } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { qrUrl } from '#web/addresses.ts'
import { copy } from '#web/affiliate/copy.ts'
import './share.css'

interface ShareProps {
  label: ReactNode
  /** A page of the shop, from the slash on. */
  address: string
  /** The affiliate's link to it. */
  link: string
  /** What a message says before the link. */
  caption: string
}

/** An affiliate's link and the ways to pass it on. */
export function Share({ label, address, link, caption }: ShareProps) {
  const [isDrawn, draw] = useState(false)
  return (
    <div className="share">
      <Field label={label} readOnly value={link} onFocus={(event) => event.target.select()} />
      <div className="share-b">
        <Button small onClick={() => void copy('link', link)}>
          <Icon name="copy" small /> Copy Affiliate Link
        </Button>
        <a className={buttonClass({ look: 'ghost', small: true })} href={messageUrl(`${caption} ${link}`)} target="_blank" rel="noopener">
          <Icon name="whatsapp" small /> Share on WhatsApp
        </a>
      </div>
      {/* Fetched when it is asked for, and not before. */}
      <details className="qr" onToggle={(event) => event.currentTarget.open && draw(true)}>
        <summary className="lnk">QR code</summary>
        {isDrawn && <img src={qrUrl(address)} alt={`QR code of ${link}`} width={220} height={220} />}
        <a className="lnk" href={qrUrl(address)} download="viatu-qr.svg">
          Download the QR code
        </a>
      </details>
    </div>
  )
}

/** WhatsApp asks whom it goes to. */
function messageUrl(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`
}
