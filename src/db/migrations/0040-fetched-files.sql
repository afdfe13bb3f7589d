-- Where a file that was fetched from another site came from: the same address given again soon is the same file, and a picture can be traced to its owner.
alter table stored_files add column fetched_from text check (length(fetched_from) <= 2000);
create index stored_files_fetched on stored_files (fetched_from) where fetched_from is not null;
