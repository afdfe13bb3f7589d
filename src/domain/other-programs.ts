import { columnOf } from '#domain/product-csv.ts'

/** Programs whose product exports people try, each by headings that only its files have together. */
const programs: Record<string, string[]> = {
  WooCommerce: ['regular_price', 'tax_status', 'in_stock?'],
  'Google Merchant Center': ['image_link', 'availability'],
  Etsy: ['variation_1_type', 'currency_code'],
  'Magento or Adobe Commerce': ['attribute_set_code', 'product_type'],
  Square: ['item_name', 'variation_name'],
  Odoo: ['external_id', 'sales_price'],
}

/** The program that wrote a file, by its headings; null for any other. */
export function programOf(heads: string[]): string | null {
  const names = new Set(heads.map(columnOf))
  return Object.keys(programs).find((program) => programs[program]?.every((head) => names.has(head))) ?? null
}
