/** The GSM 03.38 alphabet, of which 160 characters fit into an SMS; those in `double` count as two. Any other character would make a message about twice as expensive. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const double = new Set('^{}\\[~]|€')

/** Typographic characters and their plain equivalents. */
const plain: Record<string, string> = { '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-', '…': '...', '×': 'x', '•': '-' }

/** A text in GSM 03.38 on one line: unsupported accents are dropped, characters without an equivalent are removed. */
export function toGsm7(text: string): string {
  return [...text.replace(/[\s\p{C}]+/gu, ' ')].map(likeness).join('').replace(/ +/g, ' ').trim()
}

function likeness(letter: string): string {
  if (basic.has(letter) || double.has(letter)) return letter
  if (Object.hasOwn(plain, letter)) return plain[letter] as string
  return [...letter.normalize('NFKD')].filter((part) => basic.has(part)).join('')
}

/** The number of SMS that a text takes: 160 characters fit into one, 153 into each part of a longer one. */
export function smsParts(text: string): number {
  const length = [...text].reduce((sum, letter) => sum + (double.has(letter) ? 2 : 1), 0)
  return length <= 160 ? 1 : Math.ceil(length / 153)
}
