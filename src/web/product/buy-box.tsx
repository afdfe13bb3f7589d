import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type MenuEntry, menuEntryOf, sizeRange, titleOf } from '#domain/catalogue.ts'
import type { ProductDetail } from '#features/catalogue/get-product.ts'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Link } from '#ui/kit/link.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { HelpText } from '#ui/shop/help-text.tsx'
import { Price } from '#ui/shop/price.tsx'
import { SizeButtons } from '#ui/shop/size-buttons.tsx'
import { categoryUrl, helpUrl, homeUrl } from '#web/addresses.ts'
import { ProductShare } from '#web/affiliate/product-share.tsx'
import { offerOf, SizeChoice, useAddPair } from '#web/cart/add-to-cart.tsx'
import { SizeElsewhere } from '#web/cart/size-elsewhere.tsx'
import { SizeGuide } from '#web/product/size-guide.tsx'
import { DeliveryTo } from '#web/session/delivery-place.tsx'
import { useReferral } from '#web/session/use-referral.ts'
import { useMenu, useShop } from '#web/shop-facts.ts'
import { questionAbout, WhatsappLink } from '#web/whatsapp-link.tsx'

/** The product's price, sizes and Add to Cart. `delivery` is fee and days to the usual place. */
export function BuyBox({ product, delivery }: { product: ProductDetail; delivery: string }) {
  const { name, sizes, is_available: available } = product
  const form = useRef<HTMLFormElement>(null)
  const { chosen, choose } = useChosenSize(form)
  const [isSizeMissing, setSizeMissing] = useState(false)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const addPair = useAddPair()
  const shop = useShop()
  const isOutOfView = useOutOfView(form)
  const onlySize = sizes.length === 1 ? sizes[0]?.label : undefined
  const price = <Price now={product.unit_price} was={product.price} />

  const add = () => {
    const size = onlySize ?? checkedSize(form.current)
    setSizeMissing(!size)
    if (size) addPair(offerOf(product, size))
    else form.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className="buy-box">
      <Breadcrumb trail={trailOf(product, useMenu())} />
      <h1>{name}</h1>
      {price}
      {product.description_html && (
        <div className="product-lead">
          <HelpText html={product.description_html} />
        </div>
      )}
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        {!onlySize && sizes.length > 0 && (
          <div className="size-field">
            <SizeButtons
              sizes={sizes}
              chosen={chosen}
              describedBy={isSizeMissing ? 'choose-size' : undefined}
              renderSoldOut={(size) => <SizeElsewhere size={size} category={product.category} />}
              onChoose={(label) => {
                choose(label)
                setSizeMissing(false)
              }}
            />
            <SizeGuide />
          </div>
        )}
        <div role="alert">
          {isSizeMissing && (
            <p className="field-error" id="choose-size">
              <Icon name="info" small /> Choose a size first.
            </p>
          )}
        </div>
        <Button wide disabled={!available} onClick={add}>
          Add to Cart
        </Button>
        <WhatsappLink look="ghost" wide words={questionAbout(shop, product, onlySize ?? chosen ?? undefined)}>
          Ask on WhatsApp
        </WhatsappLink>
      </form>
      <DeliveryTo goods={product.unit_price} sentence={delivery}>
        <Link className="link" to={helpUrl('shipping')}>
          Times, cost and returns
        </Link>
      </DeliveryTo>
      <ReferralNotice />
      <ProductShare product={product} />
      <Facts product={product} />
      {isOutOfView && available && (
        <div className="buy-bar">
          {price}
          <Button onClick={() => (onlySize || chosen ? add() : setDialogOpen(true))}>Add to Cart</Button>
        </div>
      )}
      <SizeChoice
        product={product}
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        onChoose={(label) => {
          setDialogOpen(false)
          setSizeMissing(false)
          choose(label)
          addPair(offerOf(product, label))
        }}
      />
    </div>
  )
}

function ReferralNotice() {
  const referral = useReferral()
  if (!referral) return null
  return (
    <Notice tone="jac" role="status">
      You are shopping with the affiliate link of <b>{referral.affiliate_code}</b>. The price stays the same.
    </Notice>
  )
}

function Facts({ product }: { product: ProductDetail }) {
  const menu = useMenu()
  const facts: [string, string | undefined][] = [
    ['Category', product.category ? titleOf(menu, product.category) : undefined],
    ['Sizes', sizeRange(product.sizes)],
    ['Pay with', 'M-Pesa'],
  ]
  return (
    <dl className="product-facts">
      {facts.map(
        ([term, value]) =>
          value && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** The breadcrumb of a product: its menu entry and category, where that is shown. */
export function trailOf({ category }: Pick<ProductDetail, 'category'>, menu: MenuEntry[]) {
  const entry = category && menuEntryOf(menu, category.slug)
  const isChild = entry && entry.slug !== category.slug
  return [
    { to: homeUrl, label: 'Home' },
    ...(isChild ? [{ to: categoryUrl(entry.slug), label: entry.label }] : []),
    ...(entry ? [{ to: categoryUrl(category.slug), label: titleOf(menu, category) }] : []),
  ]
}

/** Whether an element is out of view, not counting the header and the sticky bar at the bottom. */
function useOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [out, setOut] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const watch = new IntersectionObserver((entries) => setOut(!(entries.at(-1)?.isIntersecting ?? true)), { rootMargin: '-66px 0px -84px' })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return out
}

/**
 * The chosen size of a product page. It is in the address (`?size=42`), so that it survives the size guide, Back, a reload and sharing. The server's HTML does
 * not contain it, so that the page stays public. A choice made before hydration wins over the address.
 */
function useChosenSize(form: RefObject<HTMLFormElement | null>) {
  const [query, setQuery] = useSearchParams()
  const [chosen, setChosen] = useState<string | null>(null)
  const sizeInUrl = query.get('size')
  const isFirst = useRef(true)

  const choose = (size: string) => {
    setChosen(size)
    const radio = radioOf(form.current, size)
    if (radio) radio.checked = true
    if (size === sizeInUrl) return
    const next = new URLSearchParams(query)
    next.set('size', size)
    setQuery(next, { replace: true, preventScrollReset: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it answers to
  useEffect(() => {
    const checked = isFirst.current ? checkedSize(form.current) : null
    isFirst.current = false
    const size = checked ?? sizeInUrl
    if (size !== null && size !== chosen && radioOf(form.current, size)) choose(size)
  }, [sizeInUrl])
  return { chosen, choose }
}

/** The size of the checked radio button, also one that was checked before hydration. */
function checkedSize(form: HTMLFormElement | null): string | null {
  const size = form && new FormData(form).get('size')
  return typeof size === 'string' ? size : null
}

/** The radio button of a size that is in stock. */
function radioOf(form: HTMLFormElement | null, size: string): HTMLInputElement | undefined {
  const radios = form?.querySelectorAll<HTMLInputElement>('input[name=size]') ?? []
  return [...radios].find((radio) => radio.value === size && !radio.disabled && radio.getAttribute('aria-disabled') !== 'true')
}
