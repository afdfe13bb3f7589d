import { html } from 'hono/html'
import { type Html, phoneDocument } from './document.ts'
import { formatPhone } from './formats.ts'

interface Setting {
  shop: string
  shopUrl?: string
  /** The typed text, if it was no valid number. */
  wrong?: string
}

/** The page to choose a phone: by typing any number, or from those used before. */
export function numbersPage(numbers: { phone: string; open: boolean }[], { shop, shopUrl, wrong }: Setting): Html {
  return phoneDocument({
    title: 'Choose a phone',
    shop,
    shopUrl,
    main: html`<main class="wrap narrow">
<h1>Which phone?</h1>
<p class="lead">Pick up the phone whose number you gave at the checkout.</p>
<form class="pick" method="get" action="/phone">
<label for="number">Phone number</label>
<input class="inp" id="number" name="number" type="tel" autocomplete="tel" required value="${wrong ?? ''}"${wrong === undefined ? '' : html` aria-invalid="true" aria-describedby="number-error"`}>
${wrong === undefined ? '' : html`<p class="error" id="number-error">This is no Kenyan mobile number. Write a Kenyan M-Pesa number, such as 0712 345 678.</p>`}
<button class="btn">Open the phone</button>
</form>
${numbers.length === 0 ? '' : list(numbers)}
</main>`,
  })
}

function list(numbers: { phone: string; open: boolean }[]): Html {
  return html`<h2>Recent numbers</h2>
<ul class="numbers">${numbers.map(({ phone, open }) => html`<li><a href="/phone/${phone}">${formatPhone(phone)}</a>${open ? html` <span class="rings">A request waits</span>` : ''}</li>`)}</ul>`
}
