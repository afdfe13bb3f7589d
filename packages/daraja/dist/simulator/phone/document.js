import { html } from 'hono/html';
/** The layout of every phone page, with the notice that no real money moves. */
export function phoneDocument({ title, shop, shopUrl, links, main }) {
    return html `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title} | ${shop} demo phone</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/phone/assets/phone.css">
<script type="module" src="/phone/assets/phone.js"></script>
</head>
<body>
<header>
<p class="demo">Demo phone: no real money moves.</p>
<div class="head"><a class="logo" href="/phone">${shop}<i></i> <span>phone</span></a>
<nav aria-label="Phone">${links}${shopUrl ? html `<a href="${shopUrl}">Back to the shop</a>` : ''}</nav></div>
</header>
${main}
</body>
</html>`;
}
