import { html } from 'hono/html';
import { phoneDocument } from './document.js';
import { formatPhone } from './formats.js';
/** The page to choose a phone: by typing any number, or from those used before. */
export function numbersPage(numbers, { shop, shopUrl, wrong }) {
    return phoneDocument({
        title: 'Choose a phone',
        shop,
        shopUrl,
        main: html `<main class="wrap narrow">
<h1>Which phone?</h1>
<p class="lead">Pick up the phone whose number you gave at the checkout.</p>
<form class="pick" method="get" action="/phone">
<label for="number">Phone number</label>
<input class="inp" id="number" name="number" type="tel" autocomplete="tel" required value="${wrong ?? ''}"${wrong === undefined ? '' : html ` aria-invalid="true" aria-describedby="number-error"`}>
${wrong === undefined ? '' : html `<p class="error" id="number-error">This is no Kenyan mobile number. Write a Kenyan M-Pesa number, such as 0712 345 678.</p>`}
<button class="btn">Open the phone</button>
</form>
${numbers.length === 0 ? '' : list(numbers)}
</main>`,
    });
}
function list(numbers) {
    return html `<h2>Recent numbers</h2>
<ul class="numbers">${numbers.map(({ phone, open }) => html `<li><a href="/phone/${phone}">${formatPhone(phone)}</a>${open ? html ` <span class="rings">A request waits</span>` : ''}</li>`)}</ul>`;
}
