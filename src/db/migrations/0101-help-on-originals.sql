-- Buyers ask whether shoes are originals: the help has a text that promises nothing, with a note for the owner, where the section still has the question below it.
update help_sections set updated_at = now(), body = replace(body, $old$### Where is my order? {#where}$old$, $new$### Are the shoes original? {#originals}

<!-- check: where your shoes come from, and which are not made by the brand whose name they carry -->

The page of each shoe says what it is. Are you not sure who made a pair? Ask us before you pay: we tell you plainly where it comes from.

### Where is my order? {#where}$new$)
where slug = 'faq' and position('### Where is my order? {#where}' in body) > 0 and position('{#originals}' in body) = 0 and length(body) < 15000;
