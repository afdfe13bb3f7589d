import { renderSVG } from 'uqr'

/** A QR code as a `data:` address, so that a secret text is in no request. Server only. */
export function qrPicture(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4, ecc: 'M' }))}`
}
