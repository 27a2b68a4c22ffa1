-- Lines of reads are erased when their time is over. Their seals stay, with the proof that it was us who erased them.
alter table audit_seals add column erased bytea
  constraint audit_seals_erased_length check (octet_length(erased) = 32);
