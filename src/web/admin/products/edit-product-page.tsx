import { useState } from 'react'
import { Link, useNavigate, useOutletContext } from 'react-router'
import { pictureActs } from '#domain/product-changes.ts'
import { listImages, pictureOperations } from '#features/catalogue/product-images.ts'
import { getProductRow } from '#features/catalogue/product-rows.ts'
import { productUrl } from '#web/addresses.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { operationActs } from '#web/admin/operation-acts.ts'
import { auditOfUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin, loadOne } from '#web/admin/panel-requests.ts'
import { PicturePicker } from '#web/admin/products/picture-picker.tsx'
import { changeFromForm } from '#web/admin/products/product-acts.ts'
import { ProductForm } from '#web/admin/products/product-form.tsx'
import type { ProductsOutlet } from '#web/admin/products/products-page.tsx'
import { RouteDialog, saved } from '#web/admin/products/route-dialog.tsx'
import { useStockUrls } from '#web/admin/products/stock-urls.ts'
import type { Route } from './+types/edit-product-page.ts'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const { id } = args.params
  const [product, images] = await Promise.all([loadOne(() => getProductRow(ctx, id)), listImages(ctx, id)])
  return { product, images }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    ...operationActs('picture', pictureActs, pictureOperations, {
      'picture-place': ({ display_order = '' }) => ({ display_order: /^\d{1,3}$/.test(display_order) ? Number(display_order) : display_order }),
    }),
    save: async (ctx, sent) => {
      await changeFromForm(ctx, args.params.id, sent)
      return { title: 'Product updated' }
    },
  })
}

export default function EditProduct({ loaderData: { product, images } }: Route.ComponentProps) {
  const { list } = useStockUrls()
  const { categories, uploads } = useOutletContext<ProductsOutlet>()
  const navigate = useNavigate()
  const [dirty, setDirty] = useState(false)
  return (
    <RouteDialog title="Edit Product" back={list} wide dirty={dirty}>
      <PostedOutcome />
      <div className="product-form">
        <p className="product-form-links">
          <Link className="link" to={productUrl(product.id)}>
            See it in the shop
          </Link>
          <Link className="link" to={auditOfUrl('products', product.id)}>
            What was done to it
          </Link>
        </p>
        <PicturePicker productId={product.id} images={images} uploads={uploads} name={product.name} />
        <ProductForm product={product} categories={categories} back={list} onTyped={() => setDirty(true)} onDone={() => void navigate(list, saved)} />
      </div>
    </RouteDialog>
  )
}
