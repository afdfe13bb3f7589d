/** A Kenyan mobile number in any usual format as `254712345678`, or null. */
export function readPhone(text: string): string | null {
  const match = /^(?:\+?254)?0?([17]\d{8})$/.exec(text.replace(/[\s\-.()]/g, ''))
  return match ? `254${match[1]}` : null
}

/** `254712345678` for display: `+254 712 345 678`. */
export function formatPhone(phone: string): string {
  return phone.replace(/^254(\d{3})(\d{3})(\d{3})$/, '+254 $1 $2 $3')
}

/** Whole shillings as an M-PESA message writes them: `KSh 5,270`. */
export function formatShillings(shillings: number): string {
  return `KSh ${grouped.format(shillings)}`
}

const grouped = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })
