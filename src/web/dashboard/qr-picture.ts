import { renderSVG } from 'uqr'

/** A text drawn for cameras, as the address of a picture: what is secret stands in no address of ours. Server only. */
export function qrPicture(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4, ecc: 'M' }))}`
}
