import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { useNavigate, useOutletContext } from 'react-router'
import { showToast } from '#ui/kit/toast-store.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { type ActionToast, topicOf } from '#web/admin/admin-toasts.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { PicturePicker } from '#web/admin/products/picture-picker.tsx'
import { createFromForm } from '#web/admin/products/product-acts.ts'
import { ProductForm } from '#web/admin/products/product-form.tsx'
import type { ProductsOutlet } from '#web/admin/products/products-page.tsx'
import { RouteDialog, saved } from '#web/admin/products/route-dialog.tsx'
import { useStockUrls } from '#web/admin/products/stock-urls.ts'
import type { Route } from './+types/new-product-page.ts'

export function loader(args: Route.LoaderArgs) {
  asAdmin(args)
  return { key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    save: async (ctx, sent) => {
      const { id } = await createFromForm(ctx, sent)
      return { title: 'Product created', facts: { id } }
    },
  })
}

/** Creates the product and then uploads its pictures one by one; failed uploads are shown on the product's edit form, where they can be repeated. */
export default function NewProduct({ loaderData: { key } }: Route.ComponentProps) {
  const { list, below } = useStockUrls()
  const { categories, uploads } = useOutletContext<ProductsOutlet>()
  const navigate = useNavigate()
  const [dirty, setDirty] = useState(false)
  const [sending, setSending] = useState(false)
  const done = async ({ facts }: ActionToast) => {
    const id = String(facts?.id)
    setSending(true)
    const failed = await uploads.send(id)
    await navigate(failed > 0 ? below(id) : list, { ...saved, replace: failed > 0 })
    // The toast closes when the edit form is saved.
    const topic = topicOf(`${adminSectionUrl('products')}/${id}`, 'save')
    if (failed > 0) showToast({ title: 'Warning: Product created but some images failed to upload.', tone: 'bad', topic })
  }
  return (
    <RouteDialog title="Add Product" back={list} wide dirty={dirty || uploads.uploads.length > 0}>
      <PostedOutcome />
      <div className="product-form">
        <PicturePicker productId={null} images={[]} uploads={uploads} name="" />
        <ProductForm
          product={null}
          formKey={key}
          categories={categories}
          back={list}
          sending={sending}
          onTyped={() => setDirty(true)}
          onDone={(toast) => void done(toast)}
        />
      </div>
    </RouteDialog>
  )
}
