import { expect, it } from 'vitest'
import { columnNames } from '#domain/product-csv.ts'
import { programOf } from '#domain/shopify-csv.ts'

it.each([
  ['WooCommerce', 'ID,Type,SKU,Name,Published,Tax status,Tax class,In stock?,Stock,Sale price,Regular price,Categories'],
  ['WooCommerce', 'Type,SKU,Name,Tax status,In stock?,Regular price'],
  ['Google Merchant Center', 'id,title,description,link,image_link,availability,price'],
  ['Google Merchant Center', 'id,title,image link,availability,price'],
  ['Etsy', 'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,VARIATION 1 TYPE'],
  ['Magento or Adobe Commerce', 'sku,store_view_code,attribute_set_code,product_type,name,price'],
  ['Square', 'Token,Item Name,Variation Name,SKU,Price'],
  ['Odoo', 'External ID,Name,Internal Reference,Sales Price'],
  [null, 'id,name,price,sizes'],
  [null, 'Handle,Title,Variant Price'],
])('%s wrote %s', (program, heads) => expect(programOf(heads.split(','))).toBe(program))

it('takes no file of the shop for another', () => expect(programOf(columnNames)).toBeNull())
