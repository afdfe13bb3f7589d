import { useState } from 'react'
import type { SizeStock } from '#domain/catalogue.ts'
import { formatMoney, fromShillings, readShillings } from '#domain/money.ts'
import { discountFrom, priceRefusal, unitPrice } from '#domain/pricing.ts'
import type { CategoryRow } from '#features/catalogue/categories.ts'
import type { ProductRow } from '#features/catalogue/product-rows.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Field, SelectField, TextField } from '#ui/kit/field.tsx'
import { DiscountPlate } from '#ui/shop/price.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import type { ActionToast } from '#web/admin/admin-toasts.ts'
import { StockFields } from '#web/admin/products/stock-fields.tsx'
import { CategoryOptions } from '#web/admin/shared-fields.tsx'
import { SnapshotFields, snapshotOf } from '#web/admin/snapshot-fields.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'

interface ProductFormProps {
  /** Null for a new one. */
  product: ProductRow | null
  /** Of a new one: however often the form is sent, it is created once. */
  formKey?: string
  categories: CategoryRow[]
  back: string
  /** Pictures are on their way. */
  sending?: boolean
  onTyped: () => void
  onDone: (toast: ActionToast) => void
}

type Typed = string | undefined
const asTyped = (typed: Typed) => typed
const orNull = (typed: Typed) => typed?.trim() || null
const isOn = (typed: Typed) => typed === 'on'

/** The columns that the form writes, and how each is read. What cannot be read is handed on as it is: the verb says what is wrong with it. */
const columns = {
  name: asTyped,
  description: asTyped,
  price: (typed: Typed) => readShillings(typed ?? '') ?? typed,
  discount_percentage: (typed: Typed) => {
    const discount = discountFrom(typed ?? '')
    return 'value' in discount ? discount.value : typed
  },
  category_id: orNull,
  style_code: orNull,
  is_featured: isOn,
  is_available: isOn,
}
const columnNames = Object.keys(columns) as (keyof typeof columns)[]

/** What the form sent, by column. */
export function readColumns(sent: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(columnNames.map((name) => [name, columns[name](sent[name])]))
}

/** Everything that is said of a product (spec §5, Product form). */
export function ProductForm({ product, formKey, categories, back, sending, onTyped, onDone }: ProductFormProps) {
  const [live, setLive] = useState({ price: product ? String(product.price) : '', discount_percentage: String(product?.discount_percentage ?? '') })
  return (
    <AdminForm
      intent="save"
      submit={sending ? 'Sending pictures...' : product ? 'Save changes' : 'Add product'}
      busy="Saving..."
      disabled={sending}
      onInput={({ name, value }) => {
        onTyped()
        if (Object.hasOwn(live, name)) setLive({ ...live, [name]: value })
      }}
      onDone={onDone}
      beside={
        <ButtonLink look="ghost" to={back} preventScrollReset>
          Cancel
        </ButtonLink>
      }
    >
      {({ errorOf, typed, refusal, field }) => {
        const of = (name: keyof typeof columns) => field(name, product ? String(product[name] ?? '') : undefined)
        const isBack = 'intent' in typed
        return (
          <>
            <SnapshotFields snapshot={product && snapshotOf(product, columnNames)} formKey={formKey} typed={typed} refusal={refusal} />
            <Field {...of('name')} label="Name" required maxLength={200} autoComplete="off" />
            <div className="two-fields">
              <Field {...of('price')} label="Price, KSh" required inputMode="decimal" autoComplete="off" className="tabular" />
              <Field {...of('discount_percentage')} label="Discount, %" optional inputMode="numeric" autoComplete="off" />
            </div>
            <PricePreview {...live} errorOf={errorOf} />
            <StockFields
              sizes={product?.product_sizes ?? []}
              typed={isBack ? typed : null}
              moved={(refusal?.facts?.sizes as SizeStock[] | undefined) ?? null}
              errorOf={errorOf}
              onChange={onTyped}
            />
            <SelectField {...of('category_id')} label="Category">
              <option value="">No category</option>
              <CategoryOptions categories={categories} by="id" />
            </SelectField>
            <TextField
              {...of('description')}
              label="Description"
              optional
              hint="**Bold**, lists and links work as on the help page."
              maxLength={5000}
            />
            <Field
              {...of('style_code')}
              label="Style code"
              optional
              maxLength={60}
              autoComplete="off"
              hint="Colourways of one style share it and link to each other."
            />
            <div className="choices">
              <Tick
                name="is_available"
                label="Available in the shop"
                isSwitch
                on={isBack ? typed.is_available === 'on' : (product?.is_available ?? true)}
              />
              <Tick name="is_featured" label="Featured on the home page" on={isBack ? typed.is_featured === 'on' : (product?.is_featured ?? false)} />
            </div>
          </>
        )
      }}
    </AdminForm>
  )
}

function Tick({ name, label, on, isSwitch }: { name: string; label: string; on: boolean; isSwitch?: boolean }) {
  return (
    <label>
      <input type="checkbox" name={name} defaultChecked={on} role={isSwitch ? 'switch' : undefined} /> {label}
    </label>
  )
}

interface PricePreviewProps extends Pick<FormState, 'errorOf'> {
  price: string
  discount_percentage: string
}

/**
 * The price that a customer pays, by the one function that charges it (domain/pricing.ts), or why the product cannot be bought, unless a field shows that
 * already.
 */
function PricePreview({ price: typed, discount_percentage, errorOf }: PricePreviewProps) {
  const amount = readShillings(typed)
  const discount = discountFrom(discount_percentage)
  if (amount === null || 'refusal' in discount) return null
  const price = fromShillings(amount)
  const refusal = priceRefusal(price, discount.value)
  if (refusal) return errorOf(refusal.field) === refusal.message ? null : <p className="preview field-error">{refusal.message}</p>
  return (
    <p className="preview" role="status">
      Customers pay <b className="tabular">{formatMoney(unitPrice(price, discount.value))}</b>
      <DiscountPlate percentage={discount.value} />
    </p>
  )
}
