-- The text of the help page, section by section (docs/decisions/0020). The rows exist from the beginning; admins change their text, but never add or remove
-- one.
create table help_sections (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z][a-z-]{1,30}$'),
  title text not null check (title = btrim(title) and length(title) between 1 and 80),
  -- Markdown; names in braces are replaced by the settings.
  body text not null check (length(body) between 1 and 16000),
  position integer not null unique,
  -- To the millisecond, because the form that saves a section sends back which version was read.
  updated_at timestamptz(3) not null default now(),
  -- Null until an admin has saved it.
  updated_by uuid references profiles (id)
);

-- Every cached page of the shop may link to the help page or show its text.
create trigger help_sections_changed after insert or update or delete on help_sections for each statement execute function notify_content_changed();

revoke insert, update, delete on help_sections from viatu_app;
grant update (title, body, updated_at, updated_by) on help_sections to viatu_app;

insert into help_sections (position, slug, title, body) values
(1, 'faq', 'Frequently asked questions', $markdown$### How do I order? {#order}

1. Choose a shoe, tap your size, then **Add to Cart**.
2. Open the cart and tap **Proceed to Checkout**.
3. Write your name, your M-Pesa number and where we should deliver.
4. Tap **Place Order & Pay with M-Pesa** and type your PIN on your phone.

You need no account for that.

### How do I pay? {#pay}

By M-Pesa. When you place the order, a prompt (STK push) comes to the phone number you wrote, with the exact amount. Type your M-Pesa PIN **on your phone**: there is no paybill or till number to copy. A moment later the order's page says that it is paid, with the M-Pesa receipt.

We never ask for your PIN, not on this site, not in a call, not in a message.

### Can I pay on delivery, in cash or by card? {#pay-on-delivery}

No. Orders on this site are paid by M-Pesa before they are sent. M-Pesa takes at most KSh 250,000 in one payment; a larger order has to be split in two.

### No M-Pesa prompt came. What now? {#no-prompt}

Stay on the order's page. Check that the phone is on, has network and has no other M-Pesa message open, then tap **Send the prompt again**, or **Use another number**.

If M-Pesa took the money and the page still waits: do not pay again. We ask M-Pesa by ourselves until we know. You can also send us the code of the M-Pesa message.

### How long do you keep the pair for me? {#hold}

For 30 minutes. From the moment you place the order your pairs are off the shelf and yours to pay for. If no payment comes in that time they go back on the shelf, and there is nothing to cancel. If your money arrives later than that, you still get your pairs if they are there; if they are sold, we pay you back by M-Pesa.

### Are the shoes and sizes you show really there? {#stock}

Yes, stock is counted pair by pair. A size that is struck through is sold out, and the same pair cannot be sold twice.

### Are the shoes original? {#originals}

<!-- check: where your shoes come from, and which are not made by the brand whose name they carry -->

The page of each shoe says what it is. Are you not sure who made a pair? Ask us before you pay: we tell you plainly where it comes from.

### Where is my order? {#where}

On its own page. Each order has a link that shows how the payment goes and where the order is; the device you ordered with remembers it for 30 days. Save the link, or send it to your own WhatsApp: whoever has it can see the order.

With an account, your orders are also under **Dashboard**, **My Orders**. If you lost the link, write to us from the phone you paid with, with the M-Pesa code.

### Can I change or cancel my order? {#cancel}

Before you pay: just do not pay, and order again. After you paid: message us at once. Until the order is shipped we can cancel it and pay you back by M-Pesa.

### Do I need an account? {#account}

No. An account keeps your orders together, saves typing at checkout, and lets you join the affiliate programme. You can download what it holds, and delete it, at any time.

### How does the affiliate programme work, and how much do I earn? {#affiliate}

Join from your dashboard, copy your link, and share it. When somebody who came by your link orders within {link_days} days, the first of those orders that is paid earns you {commission}% of it, once we have approved it. A prompt that they gave up before costs you nothing. The last link they opened counts. What you buy yourself earns nothing. You ask for your money in your wallet, and it comes to your M-Pesa.

### How do I talk to a person, and where is the shop? {#contact}

[Chat with us on WhatsApp](https://wa.me/{whatsapp}), call [{phone}](<tel:{phone}>), or write to [{email}](mailto:{email}). We are in {location}.
$markdown$),

(2, 'shipping', 'Shipping and returns', $markdown$<!-- check: where you deliver, by which options and in how many days, under Delivery in the panel -->
<!-- check: what delivery costs, in the same place: the pages of the shop say it -->
<!-- check: that SMS is set up; without it only e-mails go out -->
<!-- check: how many days buyers have for returns, and who pays the way back -->

### Where do you deliver, and how long does it take? {#delivery}

In Nairobi and to towns all over Kenya: Kiambu, Ruiru, Thika, Machakos, Kitengela, Mombasa, Kisumu, Nakuru, Eldoret, Nyeri, Meru, Embu, Naivasha, Kericho, Kisii, Kakamega, Malindi and others. The page of every shoe says on which days it comes to you: tap **Change** beside it and choose your town or estate. The checkout says it again, and the page of your order keeps it. We deliver from Monday to Saturday, public holidays left out.

At checkout write the town, the estate or street, and the house or building. Where there are several options, such as to the door, a pick-up point or a parcel to a stage, you choose one.

### What does delivery cost? {#delivery-fee}

The page of every shoe, the cart and the checkout say what delivery to your place costs, before you pay. The total at checkout has it in it and is all that M-Pesa asks for: nobody asks you for more when the shoes come.

### How do I know that it is on its way? {#on-its-way}

The order's page shows each step: paid, shipped, delivered. We also tell you by SMS, and by e-mail if you left an address. Keep your phone on: the rider calls the number of the order.

### Can I return or exchange shoes? {#returns}

Yes, within {exchange_days} days after they came, if they are unworn, clean and in their box.

- **Wrong size or not what you hoped for:** we exchange them for another size or shoe that is on the shelf, or pay you back. You pay the way back to us.
- **Faulty, damaged or not what you ordered:** tell us as soon as you see it, with a photo. We pay the way back, and you choose another pair or your money.

Nothing here takes away what Kenya's Consumer Protection Act gives you.

### How do I send shoes back? {#send-back}

1. Message us on [WhatsApp](https://wa.me/{whatsapp}) or call [{phone}](<tel:{phone}>), with the order's code: the 8 letters and figures on its page.
2. We agree with you where to bring or send them. Please send nothing before that.
3. When we have looked at the shoes, the other pair goes out, or your money goes back by M-Pesa to the number that paid.

### When do I get my money back? {#refund}

We pay back by M-Pesa to the number that paid, as soon as the order is cancelled or the shoes are back with us. You get the M-Pesa message from Safaricom as for any other payment.
$markdown$),

(3, 'size-guide', 'Size guide', $markdown$<!-- check: that the chart fits the shoes you sell -->
Our sizes are EU sizes. Measure your foot, then look it up in the chart.

### How do I measure my foot? {#measure}

![A bare foot on a sheet of paper, heel against the wall, with a line at the tip of the longest toe](/art/measure-foot.svg)

1. Measure in the evening, when feet are largest, with the socks you will wear.
2. Lay a sheet of paper on the floor, its short edge against a wall.
3. Stand on it with your heel touching the wall and your weight on that foot.
4. Mark the paper at the tip of your longest toe. It need not be the big one.
5. Measure from the wall's edge to the mark, in centimetres.
6. Do the same with the other foot, and use the longer one.

### Which size is that? EU, UK, US and cm {#chart}

Find the first foot length that is not shorter than yours.

| EU | UK | US women | US men | Foot, cm |
| --- | --- | --- | --- | --- |
| 35 | 2.5 | 5 | – | 22.0 |
| 36 | 3.5 | 6 | – | 22.5 |
| 37 | 4 | 6.5 | – | 23.5 |
| 38 | 5 | 7.5 | 6 | 24.0 |
| 39 | 6 | 8.5 | 7 | 24.5 |
| 40 | 6.5 | 9 | 7.5 | 25.5 |
| 41 | 7.5 | 10 | 8.5 | 26.0 |
| 42 | 8 | 10.5 | 9 | 26.5 |
| 43 | 9 | 11.5 | 10 | 27.5 |
| 44 | 9.5 | 12 | 10.5 | 28.0 |
| 45 | 10.5 | – | 11.5 | 28.5 |
| 46 | 11 | – | 12 | 29.5 |
| 47 | 12 | – | 13 | 30.0 |

Makers differ by up to half a size. If a shoe you own fits well, compare it: its sizes often stand on the label inside the tongue.

### I am between two sizes {#between}

Take the larger one for closed shoes, boots and sneakers, and for wide feet. For sandals and open shoes the smaller one often sits better.

### What if they do not fit? {#no-fit}

You can [exchange them](/help#shipping-returns) for another size within {exchange_days} days.
$markdown$),

(4, 'privacy', 'Privacy', $markdown$<!-- check: that you are registered with the Data Protection Commissioner, if you have to be -->
<!-- check: who else handles data for you, such as a courier or a hosting company, and how soon you answer requests -->
{shop}, {location}, keeps only what it takes to sell you shoes, under Kenya's Data Protection Act, 2019. Questions: [{email}](mailto:{email}) or [{phone}](<tel:{phone}>).

### What do you store about me, and for how long? {#stored}

- **Your orders:** name, phone, delivery address, who receives it if that is somebody else, e-mail if you left one, what you bought, and the M-Pesa receipt. We need them to bring the shoes, and to keep our books: tax law asks for five years.
- **Your account, if you open one:** name, e-mail, phone, address, and your password in a form that nobody can read back. Until you delete it.
- **Devices you are signed in on:** which browser, since when. They end after 7 days without use, and after 30 days at the latest.
- **The cart you left when you signed out:** 180 days.
- **E-mails and SMS to you:** what an e-mail said goes 3 days after it was sent, that it was sent after 90 days. Which steps of an order we told you of stays with the order.
- **Counts against abuse:** how often something was tried from a network, for a phone or for an account, under a name that nobody can read back. About a day.
- **Visits by an affiliate's link:** a random number for your browser, the day and the shoe. 13 months.
- **What M-Pesa tells us about a payment:** the message itself about 13 months, the receipt with the order.

### Who else sees it? {#shared}

- **Safaricom:** your phone number and the amount, to ask you for the payment. Your PIN never passes through us.
- **Who delivers:** your name, phone and address.
- **Our SMS and e-mail services:** the message and where it goes.
- **An affiliate whose link you came by:** the name on the order or only its initials, the date and the total. Never your phone or your address.

We sell nothing about you, and no other company's script runs on our pages. An ad of an advertising network is loaded only when you tap **Verify I'm Human**, in a closed frame that sees neither the page nor your cart.

### Cookies and what your browser keeps {#cookies}

All cookies are our own, and none of them follows you to other sites.

| What | Why | How long |
| --- | --- | --- |
| Session | keeps you signed in | 30 days at most |
| Known device | so that strangers who guess at your password do not lock you out | 400 days |
| Referral and visitor | which affiliate's link you came by, that a visit counts once, and that an order sent twice is placed once | {link_days} days |

Your browser itself keeps your cart, the town or estate you chose for delivery, what you typed at checkout until you close the tab, what you last ordered with until you press Not me, the links to your last five orders for 30 days, and the pages of the shop you saw last, which open without a connection. Clearing the site's data in the browser removes all of it.

### The chat assistant and WhatsApp {#chat}

What you write to the assistant stays in your browser until you close the tab, and is not kept on our server. Where the shop lets an outside service word the answers, your question is sent there for that: write nothing into it that you would keep to yourself. A chat on WhatsApp is subject to WhatsApp's own terms.

### How do I see, correct or delete my data? {#rights}

It is your right to see what we hold about you, to have it corrected or deleted, to take it along, and to object to how we use it.

- **See it and take it along:** Dashboard, Profile, **My data**, **Download my data**.
- **Correct it:** Dashboard, Profile.
- **Delete it:** Dashboard, Profile, **Delete my account**. Orders stay in our books without your name, phone and address; a payment keeps the number that paid. An order still on its way keeps what is needed to bring it.
- **Without an account:** write to us from the phone or e-mail of the order, with its code.

If you are not content with our answer, you can complain to the [Office of the Data Protection Commissioner](https://www.odpc.go.ke).
$markdown$),

(5, 'terms', 'Terms', $markdown$<!-- check: these terms with somebody who knows Kenyan law, and add your business's registered name, address and KRA PIN -->
These are the terms on which {shop}, {location}, sells on this site. They are short on purpose.

### Orders and prices {#orders}

Prices are in Kenya shillings and include what we must charge by law. The price when you place the order is the price you pay; if one changed while the shoe lay in your cart, we show you and ask first. Your order is accepted when it is paid. If a price was plainly a mistake, or a pair turns out to be missing or damaged, we tell you and pay you back in full.

### Payment {#payment}

Payment is by M-Pesa, before we send the order. Your pairs are held for 30 minutes. Payments are confirmed by Safaricom; an M-Pesa message that we cannot find at Safaricom is no payment. See [How do I pay?](/help#faq-pay).

### Delivery and returns {#delivery}

We send the order to the address you wrote. Until you have received it, it is our risk. How long it takes, and how returns and refunds work, stands under [Shipping and returns](/help#shipping).

### Pictures and colours {#pictures}

We show shoes as truly as we can. Screens differ, so a colour may look a little different in your hand.

### Your account and your order links {#account}

Keep your password and your order links to yourself: who has them can see your orders. Tell us if somebody else used them.

### Affiliates {#affiliates}

Affiliates earn {commission}% of the goods, without delivery, of orders that come by their links, once the order is paid and we have approved the commission. A cancelled order earns nothing, and a commission already paid for it is taken off later ones. Your own purchases earn nothing. We may pause an affiliate who makes up clicks or orders, or who spams.

### When something goes wrong {#complaints}

Tell us first, on [WhatsApp](https://wa.me/{whatsapp}) or at [{email}](mailto:{email}): we want to put it right. Kenyan law applies. Nothing here takes away the rights that the Consumer Protection Act, 2012, gives you.
$markdown$);
