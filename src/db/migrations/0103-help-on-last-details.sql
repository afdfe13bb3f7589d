-- What Privacy says the browser keeps, where the owner has not written otherwise: also the details of the last order.
update help_sections set updated_at = now(), body = replace(body, 'what you typed at checkout until you close the tab,',
  'what you typed at checkout until you close the tab, what you last ordered with until you press Not me,')
where slug = 'privacy' and position('what you typed at checkout until you close the tab, the links to' in body) > 0 and length(body) < 15900;
