-- What the shop has learnt to do since its help was written. A text that somebody of the shop has saved is theirs.
update help_sections set updated_at = greatest(now(), updated_at + interval '1 millisecond'), body =
  replace(body, $old$<!-- check: how many days buyers$old$, $new$<!-- check: that SMS is set up; without it only e-mails go out -->
<!-- check: how many days buyers$new$)
where slug = 'shipping' and updated_by is null;

update help_sections set updated_at = greatest(now(), updated_at + interval '1 millisecond'), body =
  replace(replace(replace(replace(body,
    $old$- **E-mails to you:** what they said goes 3 days after they were sent, that they were sent after 90 days.$old$,
    $new$- **E-mails and SMS to you:** what an e-mail said goes 3 days after it was sent, that it was sent after 90 days. Which steps of an order we told you of stays with the order.
- **Counts against abuse:** how often something was tried from a network, for a phone or for an account, under a name that nobody can read back. About a day.$new$),
    $old$which affiliate's link you came by |$old$,
    $new$which affiliate's link you came by, and that a visit counts once |$new$),
    $old$until you close the tab, and the links to your last five orders for 30 days.$old$,
    $new$until you close the tab, the links to your last five orders for 30 days, and the pages of the shop you saw last, which open without a connection.$new$),
    $old$What you write to the assistant stays in your browser and is not kept on our server.$old$,
    $new$What you write to the assistant stays in your browser until you close the tab, and is not kept on our server.$new$)
where slug = 'privacy' and updated_by is null;
