-- Phrases that came with 0100-joined-search.sql and are too near to other words (`meeting` to meaning, `sneak` to speak, `groom` to room).
update search_synonyms set phrases = array(select phrase from unnest(phrases) as phrase where phrase <> all ('{meeting,infant,groom,chali,sandle,snicker,sneak}'))
where phrases && '{meeting,infant,groom,chali,sandle,snicker,sneak}';
update search_synonyms set phrases = phrases || '{sneaks}' where (kind, name) = ('kind', 'sneakers') and not ('sneaks' = any (phrases));
