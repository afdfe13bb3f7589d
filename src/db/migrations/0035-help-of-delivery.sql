-- Fee and days of delivery are said by the shop's pages, worked out from its zones and ways: the help points there. Each passage changes only where it is still the
-- one of 0008-help.sql; a text that an admin has written stays.
create temporary table new_passages (old text, new text) on commit drop;
insert into new_passages values
($old$<!-- check: where you deliver, and how many days it takes -->
<!-- check: what delivery costs. The shop adds no delivery fee at checkout -->$old$,
$new$<!-- check: where you deliver, by which ways and in how many days, under Delivery in the panel -->
<!-- check: what delivery costs, in the same place: the pages of the shop say it -->$new$),

($old$In Nairobi and to towns all over Kenya. Time runs from the payment, in working days (Monday to Saturday, public holidays left out).

| Where | Usually takes |
| --- | --- |
| Nairobi | 1 to 2 working days |
| Kiambu, Ruiru, Thika, Machakos, Kajiado, Kitengela | 1 to 3 working days |
| Mombasa, Kisumu, Nakuru, Eldoret, Nyeri, Meru, Embu, Naivasha, Kericho, Kisii, Kakamega, Malindi | 2 to 4 working days |
| Other towns and counties | 3 to 6 working days |

At checkout write the town, the estate or street, and the house or building. If you would rather collect the parcel, write the name of the parcel office or the bus stage.$old$,
$new$In Nairobi and to towns all over Kenya: Kiambu, Ruiru, Thika, Machakos, Kitengela, Mombasa, Kisumu, Nakuru, Eldoret, Nyeri, Meru, Embu, Naivasha, Kericho, Kisii, Kakamega, Malindi and others. The page of every shoe says on which days it comes to you: tap **Change** beside it and choose your town or estate. The checkout says it again, and the page of your order keeps it. We deliver from Monday to Saturday, public holidays left out.

At checkout write the town, the estate or street, and the house or building. Where there are several ways, such as to the door, a pick-up point or a parcel to a stage, you choose one.$new$),

($old$Nothing is added to the prices you see. The total at checkout is all that M-Pesa asks for.$old$,
$new$The page of every shoe, the cart and the checkout say what delivery to your place costs, before you pay. The total at checkout has it in it and is all that M-Pesa asks for: nobody asks you for more when the shoes come.$new$),

($old$- **Your orders:** name, phone, delivery address, e-mail if you left one, what you bought$old$,
$new$- **Your orders:** name, phone, delivery address, who receives it if that is somebody else, e-mail if you left one, what you bought$new$),

($old$Your browser itself keeps your cart, what you typed at checkout until you close the tab,$old$,
$new$Your browser itself keeps your cart, the town or estate you chose for delivery, what you typed at checkout until you close the tab,$new$);

do $$
declare passage record;
begin
  for passage in select * from new_passages loop
    update help_sections set body = replace(body, passage.old, passage.new), updated_at = now() where position(passage.old in body) > 0;
  end loop;
end $$;
