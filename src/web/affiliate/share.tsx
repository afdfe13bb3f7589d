import { type ReactNode, useState } from 'react'
import { Button, buttonClass } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { qrUrl } from '#web/addresses.ts'
import { copy } from '#web/browser/copy.ts'
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
