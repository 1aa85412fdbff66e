-- A password change gives the session at hand another token. Without the cascade nobody who takes pushes in that browser
-- could change their password.
alter table push_devices
  drop constraint push_devices_session_hash_fkey,
  add constraint push_devices_session foreign key (session_hash) references sessions on update cascade on delete cascade;
