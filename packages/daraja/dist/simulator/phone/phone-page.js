import { html } from 'hono/html';
import { clockFace } from '../nairobi-time.js';
import { wrongPin } from '../subscribers.js';
import { phoneDocument } from './document.js';
import { formatPhone } from './formats.js';
/** The page of one phone. Each part has a version; the script replaces parts whose version has changed (`assets/phone.js`). */
export function phonePage(view, setting) {
    const number = formatPhone(view.phone);
    return phoneDocument({
        title: number,
        shop: setting.shop,
        shopUrl: setting.shopUrl,
        links: html `<a href="/phone">Another number</a>`,
        main: html `<main class="wrap" data-phone>
<div class="wall">${screen(view, setting)}</div>
<div class="side">
<h1><span class="sr">Phone </span>${number}</h1>
<p class="lead">When you pay at ${setting.shop} with this number, the M-PESA request rings here. Commissions paid to it and the SMS of the shop arrive here, too.</p>
<p class="sr" id="announcement" role="status"></p>
<p class="notice bad" id="no-signal" role="alert" hidden>No signal: the demo phone does not answer. This page tries again by itself.</p>
<p class="hint" id="sound" hidden>It rings aloud once you have clicked or typed on this page.</p>
<noscript><p class="notice">Without scripts this page stands still. <a href="/phone/${view.phone}">Refresh</a></p></noscript>
${balance(view)}
${messageList(view.messages)}
</div>
</main>`,
    });
}
/** A version of the whole page, for 304 answers to polling. */
export function phoneVersion(view) {
    return [screenVersion(view), String(view.lowBalance), String(view.messages.length)].join('~');
}
function screenVersion({ open, told }) {
    return `${open?.id ?? 'idle'}.${told}`;
}
function screen(view, setting) {
    const { latest } = view;
    const mood = view.open || !latest ? 'calm' : latest.mood;
    return html `<section class="handset ${mood}" id="screen" aria-label="Screen of the phone" data-version="${screenVersion(view)}" data-request="${view.open?.id ?? ''}">
<div class="status" aria-hidden="true"><span data-clock>${clockFace(setting.now)}</span><svg viewBox="0 0 16 14" width="16" height="14"><path d="M0 6h4v8H0zM6 3h4v11H6zM12 0h4v14h-4z" fill="#fff"/></svg></div>
${view.open ? request(view.open, view.phone, setting) : latest ? latestMessage(latest) : idle(setting.shop)}
</section>`;
}
/** Cancel has a form of its own: as the first button of the PIN's form, Enter would press it. */
function request({ id, amount, reference, expiresAt }, phone, { shop, now, pinError }) {
    const left = Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1000));
    return html `<form class="card" method="post" action="/phone/${phone}/prompts/${id}">
<h2>M-PESA</h2>
<p id="question">Do you want to pay <b>${amount}</b> to ${shop.toUpperCase()}? Account ${reference}</p>
<label for="pin">PIN</label>
<input id="pin" name="pin" type="password" inputmode="numeric" pattern="[0-9]{4}" maxlength="4" required autocomplete="off" title="4 digits"
 aria-describedby="pin-hint${pinError ? ' pin-error' : ''}"${pinError ? html ` aria-invalid="true"` : ''}>
${pinError ? html `<p class="error" id="pin-error">${pinError}</p>` : ''}
<p class="hint" id="pin-hint">4 digits. ${wrongPin} is wrong and ends the request.</p>
<p class="hint">Closes in <b class="num" data-until="${expiresAt}">${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}</b></p>
<div class="keys"><button form="cancel">Cancel</button><button class="send" name="action" value="pay">Send</button></div>
</form>
<form id="cancel" method="post" action="/phone/${phone}/prompts/${id}" hidden><input type="hidden" name="action" value="cancel"></form>`;
}
function latestMessage(message) {
    return html `<div class="card" id="latest" tabindex="-1"><h2>M-PESA</h2><p>${words(message)}</p></div>
${message.mood === 'paid' ? tick : ''}`;
}
const tick = html `<svg class="tick" viewBox="0 0 92 92" width="92" height="92" aria-hidden="true"><circle cx="46" cy="46" r="46" fill="#0c7040"/><path d="M25 47l15 16 28-32" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
function idle(shop) {
    return html `<p class="idle">No request yet. Pay at ${shop} with this number, and it rings here.</p>`;
}
function balance({ phone, lowBalance }) {
    return html `<form class="balance" id="balance" method="post" action="/phone/${phone}/balance" data-version="${String(lowBalance)}">
<p><b>Balance</b> ${lowBalance ? 'Too low: the next PIN is refused.' : 'Enough for any shoe.'}</p>
<button class="btn ghost" name="low" value="${String(!lowBalance)}">${lowBalance ? 'Fill it up' : 'Make it low'}</button>
</form>`;
}
function messageList(messages) {
    return html `<section class="messages" id="messages" aria-labelledby="messages-title" data-version="${String(messages.length)}">
<h2 id="messages-title">Messages</h2>
${messages.length === 0 ? html `<p class="hint">None yet.</p>` : html `<ol>${messages.map((message) => html `<li class="${message.mood}">${words(message)}</li>`)}</ol>`}
</section>`;
}
function words({ lead, text }) {
    return html `${lead ? html `<b>${lead}</b> ` : ''}${linked(text)}`;
}
/** Turns URLs in a message into links, as phones do. */
function linked(text) {
    return text.split(/(https?:\/\/\S+)/).map((part, place) => (place % 2 === 1 ? html `<a href="${part}">${part}</a>` : part));
}
