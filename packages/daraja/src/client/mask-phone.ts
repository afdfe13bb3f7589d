/** Masked for logs: `2547*****678`. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(\d{4})\d+(\d{3})$/, '$1*****$2')
}
